import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  nextInput,
  wholeInput,
} from '../../../../../activities/models/turn/engines/openai-responses.ts';
import type { ChatMessage } from '../../../../../contracts/models/messages.ts';

const instructions: ChatMessage = { role: 'system', text: 'You are a trader.' };

function user(text: string): ChatMessage {
  return { role: 'user', text };
}

function assistant(text: string, responseId?: string): ChatMessage {
  return { role: 'assistant', text, toolCalls: [], ...(responseId && { responseId }) };
}

function recorded(...messages: ChatMessage[]) {
  return messages.map((message, turn) => ({ turn, message }));
}

test('sends all where no answer is kept', () => {
  const messages = [instructions, user('Hello'), assistant('Hi'), user('Go on')];
  expect(nextInput(recorded(...messages), 9)).toEqual({ messages });
});

test('sends what came after the latest kept answer, and the instructions again', () => {
  const conversation = recorded(
    instructions,
    user('Hello'),
    assistant('Hi', 'resp_1'),
    user('More'),
    assistant('More of it', 'resp_2'),
    user('Go on'),
  );
  expect(nextInput(conversation, 9)).toEqual({
    previousResponseId: 'resp_2',
    messages: [instructions, user('Go on')],
  });
});

test('sends an answer that another model gave after the kept one', () => {
  const conversation = recorded(
    user('Hello'),
    assistant('Hi', 'resp_1'),
    user('More'),
    assistant('From elsewhere'),
  );
  expect(nextInput(conversation, 9)).toEqual({
    previousResponseId: 'resp_1',
    messages: [user('More'), assistant('From elsewhere')],
  });
});

test('looks only at what came before the turn', () => {
  const conversation = recorded(user('Hello'), assistant('Hi', 'resp_1'), user('Later'));
  expect(nextInput(conversation, 1)).toEqual({ messages: [user('Hello')] });
  expect(wholeInput(conversation, 2)).toEqual({
    messages: [user('Hello'), assistant('Hi', 'resp_1')],
  });
});

const anyMessage = fc.oneof(
  fc.string().map(user),
  fc.constant(instructions),
  fc
    .tuple(fc.string(), fc.option(fc.stringMatching(/^resp_\d+$/), { nil: undefined }))
    .map(([text, id]) => assistant(text, id)),
);

test('what is kept and what is sent are together the whole conversation', () => {
  fc.assert(
    fc.property(fc.array(anyMessage), (messages) => {
      const { previousResponseId, messages: sent } = nextInput(recorded(...messages), Infinity);
      const last = messages.findLastIndex(
        (message) => message.role === 'assistant' && message.responseId === previousResponseId,
      );
      const kept = previousResponseId === undefined ? [] : messages.slice(0, last + 1);
      const repeated = kept.filter(({ role }) => role === 'system');
      expect([...kept, ...sent.slice(repeated.length)]).toEqual(messages);
      expect(sent.slice(0, repeated.length)).toEqual(repeated);
    }),
  );
});
