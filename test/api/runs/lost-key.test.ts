import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  agents,
  approvals,
  notifications,
  pipelines,
  runs,
  steps,
} from '../../../db/schema/index.ts';
import { whileShowing } from '../../../db/sealing.ts';
import { planRetryOf } from '../../../api/runs/plan-retry.ts';
import type { RunRow } from '../../../db/repositories/runs/runs.ts';
import { findKey, loseKey } from '../../support/lose-key.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const notice = 'Encrypted with key lost, which this installation does not have';
const document = {
  name: 'note-check',
  title: 'Check a note',
  inputs: { type: 'object', properties: { note: { type: 'string' } } },
  nodes: [{ id: 'measure', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } }],
};

async function startRun(note: string): Promise<string> {
  const { body } = await test.post('/api/v1/runs', { document, input: { note } });
  return body.id;
}

/** A run with a step and an approval whose key is lost, and a later one that can be read. */
async function lostAndReadable(): Promise<{ lost: string; readable: string }> {
  const lost = await startRun('a note of before');
  const key = { runId: lost, nodePath: 'measure', step: 'tool' };
  await test.services.runs.start(lost);
  await test.services.steps.start(key, { kind: 'tool', name: 'x', label: 'Measure', attempt: 1 });
  await test.services.approvals.request({
    id: `${lost}.confirm`,
    runId: lost,
    nodePath: 'confirm',
    workflowId: lost,
    title: 'Confirm it',
    show: { what: 'is shown' },
    hash: 'hash',
    approvers: ['any'],
    token: 'the token',
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  for (const table of [runs, steps, approvals, notifications]) {
    await loseKey(test.database.db, table);
  }
  return { lost, readable: await startRun('a note of today') };
}

describe('a run whose key is lost', () => {
  it('is in the list, with a notice in the place of what it says', async () => {
    const { lost, readable } = await lostAndReadable();
    const { status, body } = await test.get('/api/v1/runs?limit=2');
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { id: readable, input: { note: 'a note of today' } },
      { id: lost, title: 'Check a note', input: { unreadable: notice } },
    ]);
  });

  it('does not hide others from the search', async () => {
    const { readable } = await lostAndReadable();
    const { body } = await test.get('/api/v1/runs?text=note%20of%20today&limit=1');
    expect(body.items).toMatchObject([{ id: readable }]);
  });

  it('has its page, with its steps, approvals and notifications', async () => {
    const { lost } = await lostAndReadable();
    const run = await test.get(`/api/v1/runs/${lost}`);
    expect(run).toMatchObject({
      status: 200,
      body: { document: { description: notice }, input: { unreadable: notice } },
    });
    const found = await test.get(`/api/v1/runs/${lost}/steps`);
    expect(found).toMatchObject({ status: 200, body: { items: [{ label: notice }] } });
    const asked = await test.get(`/api/v1/approvals?runId=${lost}`);
    expect(asked.body.items).toMatchObject([{ title: notice, show: notice }]);
    const told = await test.get('/api/v1/notifications?user=local');
    expect(told.status).toBe(200);
    expect(JSON.stringify(told.body)).toContain(notice);
  });

  it('never gives a notice in the place of a token', async () => {
    const { lost } = await lostAndReadable();
    const token = whileShowing(() => test.services.approvals.tokenOf(`${lost}.confirm`));
    await expect(token).rejects.toThrow(/encrypted with the key "lost"/);
  });

  it('still reminds people of what it asks, and asks others', async () => {
    const { lost } = await lostAndReadable();
    const { approvals: records } = test.services;
    await records.remind(`${lost}.confirm`);
    expect(await records.escalate(`${lost}.confirm`)).toMatchObject({ title: notice });
    const { body } = await test.get('/api/v1/notifications?user=local');
    expect(body.items.slice(0, 2)).toMatchObject([
      { id: `${lost}.confirm~escalated`, text: notice },
      { id: `${lost}.confirm~reminder`, text: notice },
    ]);
  });

  it('is not retried, and says which key is missing', async () => {
    const { lost } = await lostAndReadable();
    await test.services.runs.finish(lost, { status: 'failed', nodes: [] });
    const { status, body } = await test.post(`/api/v1/runs/${lost}/retry`, {});
    expect(status).toBe(500);
    expect(body.detail).toMatch(/encrypted with the key "lost".*Add the key/);
  });

  it('does not keep others from being retried', async () => {
    const { lost, readable } = await lostAndReadable();
    for (const id of [lost, readable]) {
      await test.services.runs.finish(id, { status: 'failed', nodes: [] });
    }
    const { status, body } = await test.post('/api/v1/runs/retry', { ids: [lost, readable] });
    expect(status).toBe(200);
    expect(body.runs).toMatchObject([
      { id: readable, retriedAs: expect.any(String), problem: null },
      { id: lost, retriedAs: null, problem: expect.stringContaining('"lost"') },
    ]);
  });

  it('ends, and takes back what it asks of people', async () => {
    const { lost } = await lostAndReadable();
    const { status } = await test.post(`/api/v1/runs/${lost}/cancel`, { reason: 'enough' });
    expect(status).toBe(202);
    test.temporal.workflows.get(lost)!.status = 'TERMINATED';
    const { body } = await test.get(`/api/v1/runs/${lost}`);
    expect(body).toMatchObject({ status: 'cancelled', error: { type: 'Terminated' } });
    const asked = await test.get(`/api/v1/approvals/${lost}.confirm`);
    expect(asked.body.status).toBe('withdrawn');
  });

  it('that ended meanwhile is retried from where it stopped once the key is back', async () => {
    const { lost } = await lostAndReadable();
    test.temporal.workflows.get(lost)!.status = 'TERMINATED';
    expect((await test.get(`/api/v1/runs/${lost}`)).body).toMatchObject({ status: 'cancelled' });
    for (const table of [runs, steps, approvals]) await findKey(test.database.db, table);
    const { body } = await test.get(`/api/v1/runs/${lost}`);
    expect(body.nodes).toMatchObject([{ id: 'measure', status: 'cancelled' }]);
    const run = await test.services.runs.get(lost);
    const { retry } = await planRetryOf(test.services, run as RunRow, { pipeline: 'same' });
    expect(retry.continued).toEqual(['measure']);
  });

  it('ends at once when it is cancelled before it has begun', async () => {
    const lost = await startRun('a note of before');
    await loseKey(test.database.db, runs);
    const { status, body } = await test.post(`/api/v1/runs/${lost}/cancel`, { reason: 'enough' });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'cancelled', cancel: { reason: 'enough' } });
  });
});

describe('a pipeline and an agent whose key is lost', () => {
  const quiet = { name: 'quiet', role: 'Watcher', instructions: 'Watch it' };

  it.each([
    ['agents', agents, { ...quiet, name: 'again' }],
    ['pipelines', pipelines, { ...document, name: 'again' }],
  ])('are replaced in %s by who asks for it, and deleted', async (path, table, definition) => {
    expect((await test.post(`/api/v1/${path}`, definition)).status).toBe(201);
    const url = `/api/v1/${path}/again`;
    const lose = () => loseKey(test.database.db, table, sql`name = 'again'`);
    const ask = (method: 'PUT' | 'DELETE', tag?: string) =>
      test.ask(method, url, {
        ...(method === 'PUT' && { payload: definition }),
        ...(tag && { headers: { 'if-match': tag } }),
      });
    await lose();
    expect((await test.ask('GET', url)).headers).not.toHaveProperty('etag');
    expect((await ask('PUT')).status).toBe(428);
    expect((await ask('PUT', '*')).status).toBe(200);
    expect((await test.ask('GET', url)).headers).toHaveProperty('etag');
    await lose();
    expect((await ask('DELETE', '*')).status).toBe(204);
  });

  it('are shown with a notice, start nothing, and can be deleted', async () => {
    const own = { ...document, name: 'own-check' };
    expect((await test.post('/api/v1/pipelines', own)).status).toBe(201);
    expect((await test.post('/api/v1/agents', quiet)).status).toBe(201);
    for (const table of [agents, pipelines]) {
      await loseKey(test.database.db, table, sql`name in ('own-check', 'quiet')`);
    }
    const { body: pipeline } = await test.get('/api/v1/pipelines/own-check');
    expect(pipeline.document).toMatchObject({ name: 'own-check', description: notice });
    const { body: agent } = await test.get('/api/v1/agents/quiet');
    expect(agent.instructions).toBe(notice);
    expect((await test.post('/api/v1/runs', { pipeline: 'own-check' })).status).toBe(422);
    const task = { agent: 'quiet', task: 'Look at it' };
    expect((await test.post('/api/v1/tasks', task)).status).toBeGreaterThanOrEqual(400);
    const other = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    expect((await test.post('/api/v1/runs', other)).status).toBe(201);
    for (const path of ['agents/quiet', 'pipelines/own-check']) {
      expect((await test.ask('DELETE', `/api/v1/${path}`)).status).toBe(204);
      expect((await test.get(`/api/v1/${path}`)).status).toBe(404);
    }
  });
});
