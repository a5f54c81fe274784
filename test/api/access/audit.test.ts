import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
/** A key that ann made herself. */
let anns: string;

beforeAll(async () => {
  test = await openTestApp();
  const roles = ['author', 'operator', 'approver', 'admin'];
  await test.ask('PUT', '/api/v1/users/ann', { payload: { roles } });
  anns = await test.ownKey('ann');
});
afterAll(() => test.close());

const change = async (method: 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const headers = { authorization: `Bearer ${anns}` };
  const rest = { headers, ...(payload && { payload }) };
  const { status, body } = await test.ask(method, `/api/v1/${path}`, rest);
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
};

const logged = async (action: string) =>
  (await test.get(`/api/v1/access-log?action=${action}`)).body.items.toReversed();

it('lists changes of budgets, gates, kill switches and members, with the new values', async () => {
  await change('PUT', 'budgets/user:ann', { usd: 5 });
  await change('DELETE', 'budgets/user:ann');
  await change('PUT', 'account/gates', { gates: { dailyLoss: 250 }, reason: 'said in private' });
  await change('PUT', 'account/kill-switch', { on: true, everyAccount: true });
  await change('PUT', 'accounts/rates', { members: ['ann', 'bob'] });
  const items = await logged('settings.changed');
  expect(items).toMatchObject([
    { by: 'ann', target: 'budgets/user:ann', detail: { method: 'PUT', usd: 5 } },
    { by: 'ann', target: 'budgets/user:ann', detail: { method: 'DELETE' } },
    { by: 'ann', target: 'account/gates', detail: { gates: { dailyLoss: 250 } } },
    { by: 'ann', target: 'account/kill-switch', detail: { on: true, everyAccount: true } },
    { by: 'ann', target: 'accounts/rates', detail: { members: ['ann', 'bob'] } },
  ]);
  expect(JSON.stringify(items)).not.toContain('said in private');
});

it('names whom a service changed something for', async () => {
  const { status } = await test.ask('PUT', '/api/v1/account/gates?user=bob', {
    payload: { gates: { openOrders: 3 } },
  });
  expect(status).toBe(200);
  const [last] = (await logged('settings.changed')).slice(-1);
  expect(last).toMatchObject({ by: 'operator', detail: { user: 'bob', gates: { openOrders: 3 } } });
  const { body: changes } = await test.get('/api/v1/account/changes?user=bob');
  expect(changes.items[0]).toMatchObject({ kind: 'gates', by: 'operator for bob' });
});

it('lists changes of pipelines and agents by revision, without their content', async () => {
  const node = { id: 'say', kind: 'transform', value: 'said in the pipeline' };
  await change('POST', 'pipelines', { name: 'mine', nodes: [node] });
  const agent = { name: 'quiet', role: 'Watcher', instructions: 'said to the agent', tools: [] };
  await change('PUT', 'agents/quiet', agent);
  const items = await logged('document.changed');
  expect(items).toMatchObject([
    { by: 'ann', target: 'pipelines/mine', detail: { method: 'POST', etag: expect.any(String) } },
    { by: 'ann', target: 'agents/quiet', detail: { method: 'PUT', etag: expect.any(String) } },
  ]);
  expect(JSON.stringify(items)).not.toContain('said');
});

it('does not contain notification addresses', async () => {
  await change('PUT', 'notifications/settings', { webhook: 'https://1.1.1.1/secret-of-ann' });
  const items = await logged('settings.changed');
  expect(items.at(-1)).toMatchObject({ by: 'ann', target: 'notifications/settings' });
  expect(JSON.stringify(items)).not.toContain('secret-of-ann');
});

it('does not list refused changes', async () => {
  const before = await logged('settings.changed');
  const { status } = await test.ask('PUT', '/api/v1/account/kill-switch', {
    payload: { on: true, by: 'ann' },
  });
  expect(status).toBe(422);
  expect(await logged('settings.changed')).toEqual(before);
});

it('lists how somebody decided, and whose link they signed in with', async () => {
  await test.ask('PUT', '/api/v1/users/ben', { payload: { roles: ['approver'] } });
  const { body: run } = await test.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  await test.services.approvals.request({
    id: 'asked',
    runId: run.id,
    nodePath: 'confirm',
    workflowId: run.id,
    title: 'Confirm',
    show: {},
    hash: 'abc',
    token: 'sesame',
    approvers: ['operator'],
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  const admins = { authorization: `Bearer ${anns}` };
  expect(
    (await test.ask('POST', '/api/v1/sign-in-links', { headers: admins, payload: { user: 'ben' } }))
      .status,
  ).toBe(403);
  const session = await test.visit('ann');
  // An admin who signs in as somebody else, and has a key made that seems to be somebody's own.
  const post = (url: string, headers: object, payload: object) =>
    test.app.inject({ method: 'POST', url, headers: { ...headers }, payload });
  const { link } = (await post('/api/v1/sign-in-links', session, { user: 'ben' })).json();
  const { pathname, search } = new URL(link);
  const [cookie] = (await test.app.inject({ url: pathname + search })).cookies;
  const asBen = { cookie: `${cookie?.name}=${cookie?.value}`, 'sec-fetch-site': 'same-origin' };
  const { id, key } = (await post('/api/v1/keys', asBen, { name: 'own' })).json();
  const approve = async (own: string) =>
    (
      await post(
        '/api/v1/approvals/asked',
        { authorization: `Bearer ${own}` },
        { decision: 'approve' },
      )
    ).statusCode;
  expect(await approve(key)).toBe(403);
  const signIn = (await logged('sign-in')).at(-1);
  expect(signIn).toMatchObject({ by: 'ben', detail: { how: 'link', linkBy: 'ann' } });
  expect((await logged('key.created')).at(-1)).toMatchObject({
    by: 'ben',
    target: id,
    detail: { credential: signIn.target },
  });
  expect((await logged('approval.refused')).at(-1)).toMatchObject({ by: 'ben', target: 'asked' });
  expect(await approve(await test.ownKey('ben'))).toBe(202);
  expect((await logged('approval.decided')).at(-1)).toMatchObject({
    by: 'ben',
    target: 'asked',
    detail: { decision: 'approve', credential: (await logged('key.created')).at(-1).target },
  });
}, 20_000);

it('is downloaded whole as JSON lines, and refuses to be rewritten', async () => {
  const { body: lines } = await test.app.inject({
    url: '/api/v1/access-log.jsonl',
    headers: { authorization: `Bearer ${anns}` },
  });
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { action: string });
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.changed', 'key.created', 'sign-in', 'settings.changed']),
  );
  for (const sql of ['update access_events set by = null', 'delete from access_events']) {
    await expect(test.database.db.execute(sql), sql).rejects.toThrow();
  }
});
