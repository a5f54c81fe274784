import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelCalls } from '../../../db/schema/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  const round = { name: 'one-round', nodes: [{ id: 'do', kind: 'transform', value: 1 }] };
  await test.post('/api/v1/pipelines', round);
});
afterAll(() => test.close());

const loop = {
  id: 'my_loop',
  kind: 'loop',
  pipeline: 'one-round',
  maximumUsd: 1,
  maximumRounds: 9,
};

async function book(runId: string, round: number, costUsd: string): Promise<void> {
  const none = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0 };
  await test.database.db.insert(modelCalls).values({
    id: randomUUID(),
    source: 'run',
    user: 'operator',
    runId,
    nodePath: `my_loop.round-${round}/do`,
    model: 'openai:gpt-4.1',
    ...none,
    reasoningTokens: 0,
    costUsd,
    durationMs: 1,
  });
}

/** Ends a run in its third round. */
async function fail(runId: string): Promise<void> {
  const error = { type: 'NoAnswer', message: 'no answer' };
  const nodes = [{ id: 'my_loop', kind: 'loop', status: 'failed' as const }];
  for (const number of [1, 2, 3]) {
    const status = number === 3 ? ('failed' as const) : ('completed' as const);
    const path = `my_loop.round-${number}`;
    await test.services.runs.finishChild({
      runId,
      path,
      nodes: [{ id: 'do', kind: 'transform', status }],
    });
  }
  await test.services.runs.finish(runId, { status: 'failed', error, nodes });
}

async function failedRun(): Promise<string> {
  const document = { name: 'loops', nodes: [loop] };
  const { body } = await test.post('/api/v1/runs', { document });
  for (const [round, cost] of [
    [1, '0.3'],
    [2, '0.2'],
    [3, '0.1'],
  ] as const) {
    await book(body.id, round, cost);
  }
  await fail(body.id);
  return body.id;
}

const retry = (id: string, body: object = {}) => test.post(`/api/v1/runs/${id}/retry`, body);
const leftIn = (id: string) => test.temporal.workflows.get(id)?.input?.retry?.leftUsd;

it('a retry from a round that did not begin is refused', async () => {
  const { status, body } = await retry(await failedRun(), { from: 'my_loop.round-4/do' });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      errors: [
        {
          path: 'from',
          message: 'round 4 of my_loop did not begin in this run',
          fix: 'name one that began, or my_loop itself',
        },
      ],
    },
  });
});

it('the money of a loop is what the rounds that are kept have left of it', async () => {
  const id = await failedRun();
  const whole = (await retry(id)).body;
  expect(leftIn(whole.id)).toEqual({ my_loop: 0.4 });
  const second = (await retry(id, { from: 'my_loop.round-2/do', again: true })).body;
  expect(leftIn(second.id)).toEqual({ my_loop: 0.7 });
  await book(second.id, 2, '0.25');
  await fail(second.id);
  const third = (await retry(second.id)).body;
  expect(leftIn(third.id)).toEqual({ my_loop: 0.45 });
});
