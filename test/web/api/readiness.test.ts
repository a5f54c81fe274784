import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readReadiness } from '../../../web/src/api/queries.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const missing = { ready: false, checks: [{ name: 'database', status: 'missing' }] };

/** Answers in turn, as the API does. */
function serve(...answers: { ready: boolean }[]): void {
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift();
    return Response.json(answer, { status: answer?.ready ? 200 : 503 });
  });
}

async function read() {
  const answer = readReadiness();
  await vi.runAllTimersAsync();
  return answer;
}

it('tells nobody of what is missing once', async () => {
  serve(missing, { ready: true });
  expect(await read()).toEqual({ ready: true });
});

it('tells what is missing a second later too', async () => {
  serve(missing, missing);
  expect(await read()).toEqual(missing);
});
