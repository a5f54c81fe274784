import type { ToolDefinition } from '../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../../activities/models/provider.ts';

export const getPrice: ToolDefinition = {
  name: 'get_price',
  description: 'The latest price',
  parameters: {
    type: 'object',
    properties: { symbol: { type: 'string' } },
    required: ['symbol'],
  },
};
export const getPortfolio: ToolDefinition = {
  name: 'get_portfolio',
  description: 'Cash and positions',
  parameters: { type: 'object', properties: {} },
};

/** A request of one question; `changes` replace parts of it. */
export function request(changes: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: 'model',
    messages: [
      { role: 'system', text: 'You are a trader.' },
      { role: 'user', text: 'What is SPX at?' },
    ],
    tools: [],
    toolChoice: 'auto',
    ...changes,
  };
}

/** A conversation in which two tools were called at once and a person then spoke. */
export const conversation: ChatRequest['messages'] = [
  { role: 'system', text: 'You are a trader.' },
  { role: 'user', text: 'Look at SPX.' },
  {
    role: 'assistant',
    text: '',
    toolCalls: [
      { id: 'call_1', name: 'get_price', args: { symbol: 'SPX' } },
      { id: 'call_2', name: 'get_portfolio', args: {} },
    ],
  },
  { role: 'tool', callId: 'call_1', name: 'get_price', text: '{"price":1}', isError: false },
  { role: 'tool', callId: 'call_2', name: 'get_portfolio', text: 'no account', isError: true },
  { role: 'user', text: 'Decide.' },
];

/** The same, with two images where it is about SPX. */
export const conversationWithImages: ChatRequest['messages'] = conversation.map((message) => {
  if (message.role !== 'user' || message.text !== 'Look at SPX.') return message;
  const images = [
    { mediaType: 'image/png', data: 'aW1hZ2U=' },
    { url: 'https://example.com/chart.webp' },
  ];
  return { ...message, images };
});

/** Options of a call that nobody stops. */
export const never = { signal: new AbortController().signal };
