import { afterAll, beforeAll, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { exchangeEnvironment } from '../../../../activities/trading/exchange/env.ts';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { exchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import { replayHeldUntil } from '../../../../activities/trading/market/replay-hold.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { approvalRepository } from '../../../../db/repositories/runs/approvals.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { storedRun } from '../../support/activities.ts';
import { replayedMarket } from '../exchange/replayed-market.ts';

const minute = 60_000;
const longestMs = 60 * minute;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await storedRun(database.db, 'run');
});
afterAll(() => database.close());

const heldUntil = (longest = longestMs) =>
  replayHeldUntil(database.db, { longestMs: longest }).then((end) => end?.getTime() ?? null);

/** Has a call wait for approval, and gives what rejects it. */
async function ask(
  id: string,
  {
    symbol = 'SPX',
    tool = 'create_paper_order',
    age = 0,
    left = 24 * 60 * minute,
    args = { symbol, side: 'buy', quantity: 2, referencePrice: 100 },
  }: {
    symbol?: string;
    tool?: string;
    age?: number;
    left?: number;
    args?: JsonObject;
  },
) {
  const approvals = approvalRepository(database.db);
  const requestedAt = new Date(Date.now() - age);
  const expiresAt = new Date(Date.now() + left);
  await approvals.request({
    id: `run.${id}`,
    runId: 'run',
    nodePath: id,
    workflowId: 'run',
    title: 'Allow it?',
    show: {},
    tool,
    args,
    hash: id,
    approvers: ['operator'],
    requestedAt,
    expiresAt,
  });
  return {
    requestedAt: requestedAt.getTime(),
    expiresAt: expiresAt.getTime(),
    reject: () => approvals.close(`run.${id}`, { status: 'rejected', by: 'operator' }),
  };
}

test('an order of the replay that waits for approval holds it, until it is decided', async () => {
  expect(await heldUntil()).toBeNull();
  const first = await ask('first', { age: 10 * minute });
  const second = await ask('second', { symbol: ' spx ' });
  expect(await heldUntil()).toBe(second.requestedAt + longestMs);
  await second.reject();
  expect(await heldUntil()).toBe(first.requestedAt + longestMs);
  await first.reject();
  expect(await heldUntil()).toBeNull();
});

test('an approval that has waited for long holds it no more', async () => {
  const { reject } = await ask('long', { age: longestMs });
  expect(await heldUntil()).toBeNull();
  expect(await heldUntil(0)).toBeNull();
  await reject();
});

test('an approval holds it no longer than it waits', async () => {
  const { expiresAt, reject } = await ask('short', { left: 5 * minute });
  expect(await heldUntil()).toBe(expiresAt);
  await reject();
});

test.each([
  ['of another symbol', { symbol: 'BTC/USD' }],
  ['of another tool', { tool: 'matrix_send' }],
])('a call %s does not hold it', async (name, call) => {
  const { reject } = await ask(name, call);
  expect(await heldUntil()).toBeNull();
  await reject();
});

test('a change of a replayed order that waits for approval holds it, until that order has ended', async () => {
  const { market } = await replayedMarket('2013-01-03');
  const settings = exchangeSettings(exchangeEnvironment.parse({}));
  const exchange = await createExchanges({ db: database.db, market, settings }).of('ann');
  const referencePrice = new Decimal((await market.quote('SPX')).price);
  const { clientOrderId } = await exchange.placeOrder({
    clientOrderId: 'a'.repeat(64),
    runId: 'run',
    symbol: 'SPX',
    side: 'buy',
    quantity: new Decimal(1),
    type: 'limit',
    limitPrice: referencePrice.minus(100),
    referencePrice,
  });
  const change = { tool: 'replace_paper_order' };
  const none = await ask('none', { ...change, args: { clientOrderId: 'b'.repeat(64) } });
  expect(await heldUntil()).toBeNull();
  await none.reject();
  const asked = await ask('replace', { ...change, args: { clientOrderId: ` ${clientOrderId}` } });
  expect(await heldUntil()).toBe(asked.requestedAt + longestMs);
  await exchange.cancelOrder(clientOrderId, 'no more');
  expect(await heldUntil()).toBeNull();
  await asked.reject();
});
