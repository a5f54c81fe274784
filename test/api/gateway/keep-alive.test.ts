import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenCall } from '../../../api/calls/calls.ts';
import { chatCompletionStream } from '../../../api/gateway/chat-chunks.ts';
import { streamAnswer } from '../../../api/gateway/stream-answer.ts';
import { Problem } from '../../../api/base/problem.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import { noUsage } from '../../../contracts/models/messages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const answer: GatewayChatAnswer = {
  text: 'Yes.',
  toolCalls: [],
  finish: 'stop',
  usage: noUsage,
  model: 'openai:gpt-5.2',
  attempts: [],
  costUsd: null,
};

/** Asks for a stream, half a minute before its end. */
async function streamSlowly(end: () => GatewayChatAnswer) {
  const call: OpenCall<GatewayChatAnswer> = {
    id: 'gw_1',
    follow: async () => () => undefined,
    async answer() {
      vi.advanceTimersByTime(30_000);
      return end();
    },
  };
  const app = Fastify();
  app.get('/', (_request, reply) =>
    streamAnswer(call, reply, {
      model: 'openai:gpt-5.2',
      form: chatCompletionStream({ id: 'gw_1', created: 0, includeUsage: false }),
      signal: new AbortController().signal,
    }),
  );
  const { body } = await app.inject('/');
  return body.split('\n\n');
}

it('comments keep a connection open while a model is silent', async () => {
  const frames = await streamSlowly(() => answer);
  expect(frames.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ': waiting for the model'));
  expect(frames.at(-2)).toBe('data: [DONE]');
});

it('an error after the first comment is a part of the stream, which has no other end', async () => {
  const frames = await streamSlowly(() => {
    throw new Problem('rate-limited', 'Come back later.');
  });
  expect(JSON.parse(frames.at(-2)?.slice('data: '.length) ?? '')).toEqual({
    error: {
      message: 'Come back later.',
      type: 'rate_limit_error',
      param: null,
      code: 'rate_limit_exceeded',
    },
  });
});
