import { noUsage } from '../../../../contracts/models/messages.ts';
import { expect, test } from 'vitest';
import { readChatCompletion } from '../../../../activities/models/providers/chat-completions/response.ts';
import { quirks } from '../../../../activities/models/providers/wire/quirks.ts';

function completion(message: object, finish_reason = 'stop') {
  return readChatCompletion({ choices: [{ message, finish_reason }] }, quirks.openai);
}

function call(id?: string) {
  return { id, function: { name: 'get_price', arguments: '{}' } };
}

test("OpenAI's refusal is a content filter, with the refusal as text", () => {
  expect(completion({ content: null, refusal: 'I cannot.' })).toMatchObject({
    text: 'I cannot.',
    finish: 'content_filter',
  });
});

test('an answer that ends with stop but has calls asks for tools', () => {
  expect(completion({ content: '', tool_calls: [call('a')] })).toMatchObject({
    finish: 'tool_calls',
  });
});

test('calls without an id of their own are given one', () => {
  const { toolCalls } = completion({ content: null, tool_calls: [call('a'), call('a'), call()] })!;
  expect(toolCalls[0]!.id).toBe('a');
  expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(3);
});

test('an answer without usage counts as nothing used', () => {
  expect(completion({ content: 'hi' })!.usage).toEqual(noUsage);
});
