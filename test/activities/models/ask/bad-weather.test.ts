import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createModelRouter } from '../../../../activities/models/ask/create-router.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';
import type { AllModelsFailed } from '../../../../activities/models/router.ts';
import type { ModelAttempt } from '../../../../db/schema/index.ts';
import { openCertificates } from '../../../support/certificates.ts';
import { closedPort, startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { apiKey } from '../providers/wires/api-key.ts';
import { delta } from '../providers/wires/chat-completions.ts';
import { serverSentEvents } from '../providers/wires/server-sent-events.ts';
import { wireNamed } from '../providers/wires/index.ts';

const wire = wireNamed('openai');
const fair: Reply = { body: wire.answer({ text: 'Yes.' }) };
const error = (status: number, type: string, message: string, code?: string): Reply => ({
  status,
  body: wire.error(type, message, code),
});
const [first, second] = ['openai:gpt-4.1', 'qwen:qwen-plus'];

/** Asks a chain of two models: the first at `url`, the second at a server that gives `other`. */
async function askBoth(url: string, other: Reply, isWatched: boolean, patienceMs = 30_000) {
  const next = await startMockServer(other);
  const environment = modelEnvironment.parse({
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: `${url}/v1`,
    DASHSCOPE_API_KEY: apiKey,
    DASHSCOPE_BASE_URL: `${next.url}/v1`,
  });
  const router = await createModelRouter(environment, {
    backoffMs: 1,
    answerMs: patienceMs,
    idleMs: 1_000,
  });
  const options = { ...never, ...(isWatched && { onDelta: () => {} }) };
  const tried = (attempts: readonly ModelAttempt[]) =>
    attempts.map(({ model, status, error: failed }) => [model, failed?.code ?? status]);
  try {
    const { text, attempts } = await router.chat([first, second], request(), options);
    return { text, attempts: tried(attempts), failure: undefined };
  } catch (thrown) {
    const failure = thrown as AllModelsFailed;
    return { text: undefined, attempts: tried(failure.attempts), failure };
  }
}

const twice = (code: string) => [
  [first, code],
  [first, code],
];
const answered = [second, 'answered'];
const limited = (headers: Record<string, string>): Reply => ({
  ...error(429, 'rate_limit_error', 'slow down'),
  headers,
});

describe('In bad weather the next model answers, after', () => {
  test.each<[string, Reply, unknown[]]>([
    ['a 429 with a long wait', limited({ 'retry-after': '90' }), [[first, '429'], answered]],
    ['a 429 without a wait', limited({}), [[first, '429'], answered]],
    [
      'a 429 of a quota that is used up',
      error(429, 'insufficient_quota', 'quota', 'insufficient_quota'),
      [[first, '429'], answered],
    ],
    ['a 529', error(529, 'overloaded_error', 'too much'), [[first, '529'], answered]],
    ['a 401', error(401, 'error', 'Incorrect API key'), [[first, '401'], answered]],
    ['a 500, asked again', error(500, 'error', 'down'), [...twice('500'), answered]],
    ['garbage, asked again', { body: '<html>' }, [...twice('UNREADABLE_ANSWER'), answered]],
  ])('%s', async (_, reply, attempts) => {
    const { url } = await startMockServer(reply);
    expect(await askBoth(url, fair, false)).toMatchObject({ text: 'Yes.', attempts });
  });

  test('an answer that never comes, when its time is over', async () => {
    const { url } = await startMockServer({ hang: true });
    const { attempts } = await askBoth(url, fair, false, 2_000);
    expect(attempts).toEqual([[first, 'TIMEOUT'], answered]);
  });

  test('a refused connection, asked again', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const attempts = [...twice('ECONNREFUSED'), answered];
    expect(await askBoth(url, fair, false)).toMatchObject({ text: 'Yes.', attempts });
  });

  test('a certificate that nobody trusts, not asked again', async () => {
    const made = await openCertificates();
    const { certificate, key } = await made.authority('stranger');
    const server = createServer({ cert: await readFile(certificate), key: await readFile(key) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.close();
      await made.remove();
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { text, attempts } = await askBoth(url, fair, false);
    expect(text).toBe('Yes.');
    expect(attempts).toEqual([[first, expect.stringMatching(/CERT|SIGNED/)], answered]);
  });
});

test('A 429 with a short wait is waited for, and the same model answers', async () => {
  let count = 0;
  const { url } = await startMockServer(() => {
    count += 1;
    return count === 1 ? limited({ 'retry-after-ms': '20' }) : fair;
  });
  const attempts = [
    [first, '429'],
    [first, 'answered'],
  ];
  expect(await askBoth(url, fair, false)).toMatchObject({ text: 'Yes.', attempts });
});

describe('No other model answers after', () => {
  test.each<[string, Reply, string, object]>([
    [
      'a request that is wrong',
      error(400, 'error', 'no such field'),
      '400',
      { kind: 'invalid_request' },
    ],
    ['an unknown model', error(404, 'error', 'no such model'), '404', { kind: 'invalid_request' }],
    [
      'a content filter',
      error(400, 'error', 'no', 'content_filter'),
      '400',
      { kind: 'content_filter', retryable: false },
    ],
  ])('%s', async (_, reply, code, failure) => {
    const { url } = await startMockServer(reply);
    const asked = await askBoth(url, fair, false);
    expect(asked.attempts).toEqual([[first, code]]);
    expect(asked.failure).toMatchObject({ retryable: false, ...failure });
  });

  test('a part of an answer that stalls', async () => {
    const events = serverSentEvents([delta({ content: 'It' })], { done: false });
    const { url } = await startMockServer({ events, afterEvents: 'silence' });
    const asked = await askBoth(url, fair, true);
    expect(asked.attempts).toEqual([[first, 'TIMEOUT']]);
    expect(asked.failure).toMatchObject({ hasBrokenOff: true });
  });

  test('both are down, which passes', async () => {
    const down = error(500, 'error', 'down');
    const { url } = await startMockServer(down);
    const asked = await askBoth(url, down, false);
    expect(asked.attempts).toEqual([...twice('500'), [second, '500'], [second, '500']]);
    expect(asked.failure).toMatchObject({ retryable: true, away: [first, second] });
  });

  test('both are limited, which says when to come back', async () => {
    const { url } = await startMockServer(limited({ 'retry-after': '90' }));
    const asked = await askBoth(url, limited({ 'retry-after': '30' }), false);
    expect(asked.failure).toMatchObject({ retryable: true, isBusy: true, retryAfterMs: 30_000 });
  });
});

test('A request that is too long goes only to a model with a larger window', async () => {
  const { url } = await startMockServer(error(400, 'error', 'prompt is too long'));
  const asked = await askBoth(url, fair, false);
  expect(asked.attempts).toEqual([
    [first, '400'],
    [second, 'CONTEXT_WINDOW'],
  ]);
  expect(asked.failure).toMatchObject({ kind: 'context_too_long', retryable: false });
});
