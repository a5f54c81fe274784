import { describe, expect, it } from 'vitest';
import { fromQuestion } from '../../../api/gateway/from-question.ts';
import { toQuestion } from '../../../api/gateway/to-question.ts';
import { chatCompletionRequestSchema } from '../../../contracts/api/gateway/index.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import { conformanceRequests } from './conformance/requests.ts';

const model = 'openai:gpt-5.2';
const asked = (body: object) =>
  toQuestion(chatCompletionRequestSchema.parse({ model, ...body }), model);

describe('a question, sent again', () => {
  it.each(Object.entries(conformanceRequests))('asks the same: %s', (_name, body) => {
    const { unknown: _unknown, ...question } = asked(body);
    expect(asked(fromQuestion(question, model))).toEqual(question);
  });

  it('asks what an agent asked, with whose thoughts they were', () => {
    const messages: ChatMessage[] = [
      { role: 'system', text: 'You are a trader.' },
      { role: 'user', text: 'Look.', images: [{ mediaType: 'image/png', data: 'aW1n' }] },
      {
        role: 'assistant',
        text: '',
        toolCalls: [
          { id: 'a', name: 'look', args: { x: 1 }, signature: 'sig' },
          { id: 'b', name: 'look', args: {}, argsError: 'not a JSON object: {"x', argsText: '{"x' },
        ],
        reasoning: [{ text: 'Hm.', opaque: { signature: 's' } }],
        model: 'gemini:gemini-3-pro',
      },
      { role: 'tool', callId: 'a', name: 'look', text: 'seen', isError: false },
      { role: 'tool', callId: 'b', name: 'look', text: 'broken', isError: false },
    ];
    const question = asked(fromQuestion({ messages, tools: [], toolChoice: 'auto' }, model));
    const [, user, ...rest] = question.messages;
    expect(rest).toEqual(messages.slice(2));
    expect(user).toEqual({
      role: 'user',
      text: 'Look.',
      parts: [
        { type: 'text', text: 'Look.' },
        { type: 'image', image: { mediaType: 'image/png', data: 'aW1n' } },
      ],
    });
  });
});
