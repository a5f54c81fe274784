import type { ToolDefinition } from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../../../activities/models/provider.ts';
import { getPortfolio, getPrice } from '../requests.ts';

/** The smallest image there is: one transparent pixel as PNG. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const decide: ToolDefinition = {
  name: 'decide',
  description: 'Delivers the decision',
  parameters: {
    type: 'object',
    properties: { action: { type: 'string', enum: ['buy', 'sell', 'hold'] } },
    required: ['action'],
    additionalProperties: false,
  },
};

const tools = [getPrice, getPortfolio, decide];

/** A conversation with reasoning, two calls at once and an answer to each; `model` has said all of it. */
function conversation(model: string): ChatRequest['messages'] {
  return [
    { role: 'system', text: 'You are a trader.' },
    { role: 'user', text: 'Look at SPX.' },
    {
      role: 'assistant',
      text: 'Looking.',
      model,
      reasoning: [{ text: 'I need the price and what is held.' }],
      toolCalls: [
        { id: 'functions.get_price:0', name: 'get_price', args: { symbol: 'SPX' } },
        { id: 'functions.get_portfolio:1', name: 'get_portfolio', args: {} },
      ],
    },
    {
      role: 'tool',
      callId: 'functions.get_price:0',
      name: 'get_price',
      text: '{"price":3283}',
      isError: false,
    },
    {
      role: 'tool',
      callId: 'functions.get_portfolio:1',
      name: 'get_portfolio',
      text: 'no account',
      isError: true,
    },
    { role: 'assistant', text: 'It is at 3,283.', model, toolCalls: [] },
    { role: 'user', text: 'Decide.' },
  ];
}

/** Requests whose bodies are kept as they are sent to each provider; `author` is the provider's own model. */
export const goldenRequests: Record<string, (author: string) => Partial<ChatRequest>> = {
  'parallel-calls': (author) => ({
    messages: conversation(author),
    tools,
    temperature: 0.2,
    maximumOutputTokens: 500,
  }),
  'another-model-before': () => ({ messages: conversation('other:model'), tools }),
  'forced-tool': () => ({ tools, toolChoice: { tool: 'decide' } }),
  'any-tool': () => ({ tools, toolChoice: 'required' }),
  images: () => ({
    messages: [
      {
        role: 'user',
        text: 'What is in them?',
        images: [{ mediaType: 'image/png', data: pixel }, { url: 'https://example.com/chart.png' }],
      },
    ],
  }),
  'structured-output': () => ({
    responseFormat: { name: 'decision', schema: decide.parameters },
    reasoningEffort: 'low',
  }),
  json: () => ({ responseFormat: 'json', reasoningEffort: 'none' }),
};
