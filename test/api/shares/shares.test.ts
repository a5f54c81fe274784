import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { runShares } from '../../../db/schema/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function endedRun(symbol: string): Promise<string> {
  const request = { pipeline: 'price-check', input: { symbol } };
  const { id } = (await test.post('/api/v1/runs', request)).body;
  await test.services.runs.start(id);
  await test.services.runs.finish(id, { status: 'completed', output: { price: 1 }, nodes: [] });
  return id;
}

const share = async (runId: string, body: object = {}) =>
  (await test.post(`/api/v1/runs/${runId}/shares`, body)).body;
const tokenOf = ({ link }: { link: string }) => new URL(link).hash.slice(1);

/** Opens a link as somebody without an account. */
async function open(token: string) {
  const response = await test.app.inject({
    method: 'POST',
    url: '/shared-run',
    payload: { token },
  });
  return { status: response.statusCode, body: response.json() };
}

it('shows one run to whoever has its link, and nothing of where it ran', async () => {
  const id = await endedRun('SPX');
  await endedRun('NDX');
  const { status, body } = await open(tokenOf(await share(id)));
  expect(status).toBe(200);
  expect(body.run).toMatchObject({ id, status: 'completed', input: { symbol: 'SPX' } });
  for (const hidden of ['temporalUrl', 'workflowId', 'cause', 'budget', 'document', 'startedBy']) {
    expect(body.run, hidden).not.toHaveProperty(hidden);
  }
  expect(JSON.stringify(body)).not.toContain('NDX');
});

it('opens nothing else', async () => {
  const token = tokenOf(await share(await endedRun('SPX')));
  for (const url of ['/api/v1/runs', '/api/v1/me', '/api/v1/notifications']) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await test.app.inject({ url, headers })).statusCode, url).toBe(401);
  }
});

it('is stored as a digest, and told once', async () => {
  const id = await endedRun('SPX');
  const made = await share(id);
  const [row] = await test.database.db.select().from(runShares).where(eq(runShares.id, made.id));
  expect(JSON.stringify(row)).not.toContain(tokenOf(made));
  const { items } = (await test.get(`/api/v1/runs/${id}/shares`)).body;
  expect(items).toMatchObject([{ id: made.id, usedAt: null, revokedAt: null }]);
  expect(items[0]).not.toHaveProperty('link');
  await open(tokenOf(made));
  const [used] = (await test.get(`/api/v1/runs/${id}/shares`)).body.items;
  expect(used.usedAt).not.toBeNull();
});

it('opens nothing once it is revoked or expired, and says the same of what never was', async () => {
  const id = await endedRun('SPX');
  const [revoked, expired, other] = [await share(id), await share(id), await share(id)];
  const path = `/api/v1/runs/${id}/shares/${revoked.id}`;
  expect((await test.ask('DELETE', path)).body.revokedAt).not.toBeNull();
  await test.database.db
    .update(runShares)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(runShares.id, expired.id));
  const answers = [
    await open(tokenOf(revoked)),
    await open(tokenOf(expired)),
    await open('never-was'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body.detail)).size).toBe(1);
  expect((await open(tokenOf(other))).status).toBe(200);
  const wrongRun = `/api/v1/runs/${await endedRun('SPX')}/shares/${other.id}`;
  expect((await test.ask('DELETE', wrongRun)).status).toBe(404);
});

it('slows down who tries links', async () => {
  const answers = [];
  for (let tried = 0; tried < 40; tried += 1) answers.push((await open(`guess-${tried}`)).status);
  expect(answers.at(-1)).toBe(429);
});

it('is on the access log, when made and when revoked, without its token', async () => {
  const id = await endedRun('SPX');
  const made = await share(id, { expiresInDays: 1 });
  await test.ask('DELETE', `/api/v1/runs/${id}/shares/${made.id}`);
  const { items } = (await test.get('/api/v1/access-log')).body;
  const told = items.filter(({ action }: { action: string }) => action.startsWith('run.share'));
  expect(told[0]).toMatchObject({ action: 'run.share-revoked' });
  expect(told[1]).toMatchObject({
    action: 'run.shared',
    target: `runs/${id}/shares`,
    detail: { expiresInDays: 1 },
  });
  expect(JSON.stringify(told)).not.toContain(tokenOf(made));
});
