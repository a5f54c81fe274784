import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunNotice } from '../../../contracts/runs/events.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const document = {
  name: 'two-at-once',
  nodes: [
    { id: 'one', kind: 'transform', value: 1 },
    { id: 'other', kind: 'transform', value: 2 },
  ],
};
const reason = 'mock:a has reached its rate limit.';

async function startRun(): Promise<string> {
  const { body } = await test.post('/api/v1/runs', { document });
  await test.services.runs.start(body.id);
  return body.id;
}

/** A model call of a node that is begun. */
async function callOf(runId: string, nodePath: string) {
  const key = { runId, nodePath, step: 'turn-1' };
  await test.services.steps.start(key, { kind: 'model', name: 'mock:a', label: 'x', attempt: 1 });
  return key;
}

/** What the list, and the run itself, say of it. */
async function queuedOf(runId: string) {
  const { body: list } = await test.get('/api/v1/runs?limit=50');
  const { body: run } = await test.get(`/api/v1/runs/${runId}`);
  const listed = list.items.find(({ id }: { id: string }) => id === runId);
  expect(listed.queued).toEqual(run.queued);
  return run.queued;
}

describe('a run that a limit holds up', () => {
  it('says which limit it is and how many come before it, until it goes on', async () => {
    const id = await startRun();
    expect(await queuedOf(id)).toBeNull();
    const key = await callOf(id, 'one');
    expect(await queuedOf(id)).toBeNull();
    await test.services.steps.wait(key, reason, 1, { behind: 3 });
    const since = expect.stringMatching(/^20/);
    expect(await queuedOf(id)).toEqual({ nodePath: 'one', reason, since, behind: 3 });
    await test.services.steps.finish(key, { status: 'completed' });
    expect(await queuedOf(id)).toBeNull();
  });

  it('does not know how many come before it where a budget is busy', async () => {
    const id = await startRun();
    await test.services.steps.wait(await callOf(id, 'one'), reason, 1, { behind: null });
    expect(await queuedOf(id)).toMatchObject({ behind: null });
  });

  it('is at work while another of its nodes is, and where it waits for something else', async () => {
    const id = await startRun();
    await test.services.steps.wait(await callOf(id, 'one'), reason, 1, { behind: 3 });
    await callOf(id, 'other');
    expect(await queuedOf(id)).toBeNull();
    const away = await startRun();
    await test.services.steps.wait(await callOf(away, 'one'), 'mock:a does not respond', 1);
    expect(await queuedOf(away)).toBeNull();
  });

  it('is told to lists when it begins to wait and when it goes on', async () => {
    const id = await startRun();
    const told: string[] = [];
    const stop = await test.services.bus.subscribe<RunNotice>(
      'runs',
      ({ type, runId }) => void (runId === id && told.push(type)),
    );
    const key = await callOf(id, 'one');
    await test.services.steps.wait(key, reason, 1, { behind: 1 });
    await expect.poll(() => told).toEqual(['run-written']);
    await callOf(id, 'one');
    await expect.poll(() => told).toEqual(['run-written', 'run-written']);
    stop();
  });
});
