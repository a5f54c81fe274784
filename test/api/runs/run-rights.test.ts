import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../support/databases.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const order = { symbol: 'SPX', side: 'buy', quantity: 1, referencePrice: 100 };
const place = { id: 'place', kind: 'tool', tool: 'create_paper_order', args: order };
const ask = { id: 'ask', kind: 'approval', show: 'the order' };
const toPlace = [{ from: 'ask', to: 'place' }];

const start = (user: string, document: object, headers = {}, app = test) =>
  app.ask('POST', '/api/v1/runs', {
    payload: { document: { name: 'orders', ...document }, user },
    headers,
  });
const setUser = (user: string, settings: object) =>
  test.ask('PATCH', `/api/v1/users/${user}`, { payload: settings });

describe('a run whose user may not call a tool of it', () => {
  it('is not started if it must call it, and the answer names the node and the fix', async () => {
    await setUser('thrifty', { plan: 'free' });
    const { status, body } = await start('thrifty', { nodes: [place] });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      type: 'urn:baton:problem:plan-required',
      detail: expect.stringMatching(
        /^Nothing was started: thrifty .*: nodes\.place: create_paper_order/,
      ),
      errors: [
        {
          path: 'nodes.place',
          message: 'create_paper_order needs the plan "pro"; the current plan is "free"',
          fix: expect.stringContaining('baton user thrifty --plan pro'),
        },
      ],
    });
    expect((await test.get('/api/v1/runs?user=thrifty')).body.items).toEqual([]);
    await setUser('thrifty', { plan: 'pro' });
    expect(await start('thrifty', { nodes: [place] })).toMatchObject({
      status: 201,
      body: { warnings: [] },
    });
  });

  it.each([
    [{ aiTrading: false }, /trading by Baton is off for user/],
    [{ deniedTools: ['create_paper_order'] }, /is denied for user/],
    [{ allowedTools: ['get_price'] }, /is not in the allowed tools of user/],
  ])('is forbidden by %j', async (settings, message) => {
    const user = Object.keys(settings)[0]!;
    await setUser(user, settings);
    const { status, body } = await start(user, { nodes: [place] });
    expect([status, body.type]).toEqual([403, 'urn:baton:problem:forbidden']);
    expect(body.errors).toMatchObject([{ message: expect.stringMatching(message) }]);
  });

  it('is started with a warning where it may complete without it', async () => {
    await setUser('careful', { aiTrading: false });
    const document = { nodes: [ask, place], edges: toPlace };
    const key = { 'idempotency-key': 'careful' };
    const warnings = [
      {
        path: 'nodes.place',
        message: expect.stringMatching(
          /^create_paper_order is off, .* and the run fails when it reaches that node$/,
        ),
        fix: expect.stringContaining('baton user careful --ai-trading on'),
      },
    ];
    const { status, body } = await start('careful', document, key);
    expect([status, body.warnings]).toEqual([201, warnings]);
    expect((await start('careful', document, key)).body).toMatchObject({ id: body.id, warnings });
    await setUser('careful', { aiTrading: true });
    expect((await start('careful', document, key)).body).toMatchObject({
      id: body.id,
      warnings: [],
    });
  });

  it('is answered for and not started again where the catalogue cannot be read any more once it has started', async () => {
    const database = await openTestDatabase();
    const own = await openTestApp({ database });
    onTestFinished(own.close);
    await own.ask('PATCH', '/api/v1/users/careful', { payload: { aiTrading: false } });
    own.temporal.onStart = () => database.db.execute(sql`alter table catalog rename to away`);
    const startOnce = () =>
      start('careful', { nodes: [ask, place], edges: toPlace }, { 'idempotency-key': 'once' }, own);
    const first = await startOnce();
    expect(first).toMatchObject({ status: 201, body: { warnings: [{ path: 'nodes.place' }] } });
    const { id } = first.body;
    expect(await startOnce()).toMatchObject({ status: 201, body: { id, warnings: [] } });
    expect([...own.temporal.workflows.keys()]).toEqual([id]);
  });

  it('is refused for what ends each run alone, and not for what it may leave out', async () => {
    await setUser('half', { plan: 'free', deniedTools: ['get_price'] });
    const price = { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } };
    const { body } = await start('half', {
      nodes: [place, ask, price],
      edges: [{ from: 'ask', to: 'price' }],
    });
    expect(body).toMatchObject({
      type: 'urn:baton:problem:plan-required',
      errors: [{ path: 'nodes.place' }],
    });
    expect(body.errors).toHaveLength(1);
    expect(body.detail).not.toContain('get_price');
  });

  it('is started without a warning of a cancel, which passes while its order works', async () => {
    await setUser('leaver', { plan: 'free' });
    const args = { clientOrderId: '6a1f'.repeat(16) };
    const cancel = { id: 'cancel', kind: 'tool', tool: 'cancel_paper_order', args };
    const { status, body } = await start('leaver', { nodes: [cancel] });
    expect([status, body.warnings]).toEqual([201, []]);
  });

  it('is warned about when its document is validated for that user', async () => {
    await setUser('reader', { plan: 'free' });
    const { tool, args } = place;
    const approved = { ...place, args: `{{ nodes.${ask.id}.output.args }}` };
    const payload = { name: 'orders', nodes: [{ ...ask, tool, args }, approved], edges: toPlace };
    const validate = async (query: string) =>
      (await test.post(`/api/v1/pipelines/validate${query}`, payload)).body;
    expect(await validate('?user=reader')).toMatchObject({
      valid: true,
      warnings: [
        {
          path: 'nodes[1]',
          message: expect.stringMatching(/needs the plan "pro".* reaches that node$/),
        },
      ],
    });
    expect((await validate('')).warnings).toEqual([]);
  });

  it('is refused for a pipeline that it runs, and not for one that is only stored', async () => {
    await setUser('parent', { deniedTools: ['get_price'] });
    const payload = {
      name: 'prices',
      nodes: [{ id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } }],
    };
    expect((await test.post('/api/v1/pipelines', payload)).status).toBe(201);
    const child = { id: 'desk', kind: 'pipeline', pipeline: 'prices' };
    const { status, body } = await start('parent', { nodes: [child] });
    expect([status, body.errors]).toEqual([
      403,
      [
        {
          path: 'nodes.desk',
          message: 'in desk/price, get_price is denied for user parent',
          fix: expect.stringContaining('PATCH /api/v1/users/parent'),
        },
      ],
    ]);
  });
});
