import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleRun } from '../../../api/runs/settle-run.ts';
import { reconcileRuns } from '../../../api/upkeep/reconcile.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { readEffects } from '../../../db/repositories/runs/effects.ts';
import type { RunRow } from '../../../db/repositories/runs/runs.ts';
import { clientOrderId } from '../../../db/trading/order-ids.ts';
import { runs as storedRuns } from '../../../db/schema/index.ts';
import { accounts, fills, orders } from '../../../db/trading/schema/trading.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  await test.database.db
    .insert(accounts)
    .values({ id: 'of-effects', currency: 'USD', allowShort: true });
});
afterAll(() => test.close());

const document = {
  name: 'orders',
  nodes: [{ id: 'order', kind: 'transform', value: 1 }],
  edges: [],
};
const lost = { type: 'EXECUTION_ERROR', message: 'lost', doubt: true as const };
const end = { status: 'failed' as const, error: { type: 'Timeout', message: 'late' }, nodes: [] };

async function startRun(): Promise<string> {
  return (await test.post('/api/v1/runs', { document })).body.id;
}

/** A call of a tool whose end is left open. */
async function begun(runId: string, name: string, step = 'tool') {
  const key = { runId, nodePath: 'order', step };
  await test.services.steps.start(key, { kind: 'tool', name, label: name, attempt: 1, input: {} });
  return key;
}

/** The order that a call has placed. */
async function placed(runId: string, status: 'accepted' | 'filled', step = 'tool') {
  const id = clientOrderId({ runId, decision: `${runId}/order#${step}`, leg: 'entry' });
  await test.database.db.insert(orders).values({
    clientOrderId: id,
    accountId: 'of-effects',
    runId,
    symbol: 'SPX',
    side: 'buy',
    type: 'market',
    quantity: '2',
    referencePrice: '1400',
    status,
    filledQuantity: status === 'filled' ? '2' : '0',
    acceptedBar: {},
  });
  if (status === 'filled') await fill(id);
  return id;
}

async function fill(orderId: string) {
  await test.database.db.insert(fills).values({
    id: `${orderId}/1`,
    clientOrderId: orderId,
    quantity: '2',
    price: '1462.420',
    fee: '1',
    liquidity: 'taker',
    bar: { time: '2020-01-06T00:00:00.000Z' },
  });
}

const effectsOf = async (runId: string) => (await test.get(`/api/v1/runs/${runId}`)).body.effects;
const noticesOf = async (runId: string): Promise<string[]> => {
  const { body } = await test.get('/api/v1/notifications');
  const items = body.items as { runId: string; text: string }[];
  return items.filter((item) => item.runId === runId).map(({ text }) => text);
};
const reconcile = () =>
  reconcileRuns(test.services, {
    onError(error) {
      throw error;
    },
  });

it('lists what a call of one version of a tool did, here and in the forecast of a retry', async () => {
  const runId = await startRun();
  await begun(runId, 'create_paper_order@1');
  await placed(runId, 'filled');
  const effect = { tool: 'create_paper_order@1', state: 'done' };
  expect(await effectsOf(runId)).toMatchObject([effect]);
  await test.services.runs.finish(runId, end);
  const { body } = await test.post(`/api/v1/runs/${runId}/retry`, { dryRun: true });
  expect(body.effects).toMatchObject([{ tool: 'create_paper_order@1', status: 'done' }]);
});

describe('a call that a retry makes again', () => {
  const asked = { side: 'buy', symbol: 'SPX', quantity: 5 };
  const approved = { ...asked, quantity: 2 };

  /** A call of a run that has ordered, and the effects of the run that retries it. */
  async function retried({ before, again }: { before: JsonObject; again: JsonObject }) {
    const [one, two] = [await startRun(), await startRun()];
    const { approvals, resolveEffects, steps } = test.services;
    const at = (runId: string) => ({ runId, nodePath: 'order', step: 'tool' });
    const name = 'create_paper_order';
    const start = { kind: 'tool' as const, name, label: name, attempt: 1 };
    await steps.start(at(one), { ...start, input: before });
    await placed(one, 'filled');
    await steps.start(at(two), { ...start, input: again });
    await approvals.request({
      id: `${one}.order`,
      runId: one,
      nodePath: 'order',
      workflowId: one,
      title: 'Allow it?',
      show: {},
      tool: name,
      args: asked,
      hash: 'hash',
      approvers: ['operator'],
      expiresAt: new Date(),
      token: 'token',
    } as never);
    const edited = { status: 'approved' as const, by: 'ann', editedArgs: approved };
    await approvals.close(`${one}.order`, edited);
    const runs = { retriedBy: async (runId: string) => (runId === two ? one : undefined) };
    const ended = { id: two, status: 'failed' as const, endedAt: new Date(0) };
    return readEffects({ approvals, resolveEffects, runs, steps }, ended, [name]);
  }

  it.each([
    { again: approved, with: 'the same arguments' },
    { again: asked, with: 'those that a person has changed' },
  ])('with $with has the order of the first', async ({ again }) => {
    const effects = await retried({ before: approved, again });
    expect(effects).toMatchObject([{ state: 'done', text: 'buy 2 SPX: filled 2 at 1,462.42' }]);
  });

  it('with other arguments has not the order of the first', async () => {
    const effects = await retried({ before: approved, again: { ...asked, side: 'sell' } });
    expect(effects).toMatchObject([{ state: 'none', details: { orders: [] } }]);
  });
});

it('names the fill of an order whose call never came to its end', async () => {
  const runId = await startRun();
  await begun(runId, 'create_paper_order');
  const id = await placed(runId, 'filled');
  await test.services.runs.start(runId);
  // As Temporal has it: the workflow is over and has not said so.
  test.temporal.workflows.delete(runId);
  await reconcile();
  expect(await effectsOf(runId)).toMatchObject([
    {
      nodePath: 'order',
      tool: 'create_paper_order',
      state: 'done',
      text: 'buy 2 SPX: filled 2 at 1,462.42',
      details: { orders: [{ id, side: 'buy', quantity: '2', prices: ['1462.42'] }] },
    },
  ]);
  expect(await noticesOf(runId)).toEqual([
    expect.stringContaining('Side effects of this run: buy 2 SPX: filled 2 at 1,462.42.'),
  ]);
});

it('says which messages were sent, and which may have been', async () => {
  const runId = await startRun();
  const sent = await begun(runId, 'http_post', 'sent');
  await test.services.steps.finish(sent, { status: 'completed', output: 'ok' });
  const inDoubt = await begun(runId, 'http_post', 'in-doubt');
  await test.services.steps.finish(inDoubt, { status: 'failed', error: lost });
  const refused = await begun(runId, 'http_post', 'refused');
  const error = { type: 'PERMISSION_DENIED', message: 'no' };
  await test.services.steps.finish(refused, { status: 'failed', error });
  const limited = await begun(runId, 'http_post', 'limited');
  await test.services.steps.wait(limited, 'The limit is used up.', 1);
  await begun(runId, 'get_price', 'read');
  expect(await effectsOf(runId)).toMatchObject([
    { key: expect.stringContaining('#sent'), state: 'done' },
    { key: expect.stringContaining('#in-doubt'), state: 'unknown' },
  ]);
});

it('tells what an order came to that was open when its run ended', async () => {
  const runId = await startRun();
  await begun(runId, 'create_paper_order');
  const id = await placed(runId, 'accepted');
  const { runs } = test.services;
  const effects = await effectsOf(runId);
  expect(effects).toMatchObject([{ state: 'open', text: 'buy 2 SPX: accepted' }]);
  await runs.finish(runId, end, effects);
  await reconcile();
  expect(await noticesOf(runId)).toHaveLength(1);
  await fill(id);
  await test.database.db.update(orders).set({ status: 'filled', filledQuantity: '2' });
  await reconcile();
  await reconcile();
  expect(await noticesOf(runId)).toEqual([
    'Side effects of this run: buy 2 SPX: filled 2 at 1,462.42.',
    'late\nSide effects of this run: buy 2 SPX: accepted (outcome pending).',
  ]);
  expect((await runs.get(runId))?.openEffects).toBeNull();
});

it('waits with the end of a run until its side effects can be read', async () => {
  const runId = await startRun();
  const { services, temporal } = test;
  await services.runs.start(runId);
  await begun(runId, 'create_paper_order');
  await placed(runId, 'accepted');
  temporal.workflows.get(runId)!.status = 'TERMINATED';
  const execution = await services.temporal.execution(runId);
  const catalog = { ...services.catalog, effectTools: async () => undefined };
  await expect(settleRun({ ...services, catalog }, runId, execution)).rejects.toThrow('No worker');
  expect(await services.runs.get(runId)).toMatchObject({ status: 'in_progress' });
  expect(await settleRun(services, runId, execution)).toBe(true);
  const { openEffects } = (await services.runs.get(runId)) as RunRow;
  expect(openEffects).toHaveLength(1);
});

it('says that no order was placed once none can be', async () => {
  const runId = await startRun();
  await begun(runId, 'create_paper_order');
  await test.services.runs.finish(runId, end);
  await test.services.steps.endOpen(runId);
  expect(await effectsOf(runId)).toMatchObject([{ state: 'open' }]);
  await test.database.db.update(storedRuns).set({ endedAt: new Date(Date.now() - 3_600_000) });
  expect(await effectsOf(runId)).toMatchObject([
    { state: 'none', text: 'create_paper_order: no order was placed' },
  ]);
});

it('warns who starts the same again of what the run before did', async () => {
  const again = { document: { ...document, name: 'once-more' } };
  const runId = (await test.post('/api/v1/runs', again)).body.id;
  await begun(runId, 'create_paper_order');
  await placed(runId, 'filled');
  expect((await test.post('/api/v1/runs', again)).body.warnings).toEqual([]);
  await test.services.runs.finish(runId, end);
  expect((await test.post('/api/v1/runs', again)).body.warnings).toMatchObject([
    {
      path: 'input',
      message: expect.stringMatching(new RegExp(`${runId}.*buy 2 SPX: filled 2 at 1,462.42`)),
      fix: expect.stringContaining(`npx baton retry ${runId}`),
    },
  ]);
  const other = { document: { ...document, name: 'another' } };
  expect((await test.post('/api/v1/runs', other)).body.warnings).toEqual([]);
});

it('forecasts a retry with what the orders of the run came to', async () => {
  const runId = await startRun();
  await begun(runId, 'create_paper_order');
  await placed(runId, 'filled');
  await test.services.runs.finish(runId, end);
  await test.services.steps.endOpen(runId);
  const { body } = await test.post(`/api/v1/runs/${runId}/retry`, { dryRun: true });
  expect(body.effects).toMatchObject([
    { runId, status: 'done', label: 'buy 2 SPX: filled 2 at 1,462.42' },
  ]);
});
