import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { accountFiles } from '../../../../contracts/trading/account-files.ts';
import { modelCalls } from '../../../../db/schema/index.ts';
import { listEvents } from '../../../../db/trading/events.ts';
import { insertEquityPoint } from '../../../../db/trading/equity.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { scriptedAccount } from '../../../activities/trading/exchange/scripted-account.ts';
import type { Script } from '../../../activities/trading/exchange/scripted-market.ts';
import { storedRun } from '../../../activities/support/activities.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { openTestApp } from '../../support/app.ts';
import type { TestApp } from '../../support/app.ts';

const still: Script = [100, 100, 100, 100];
const many = 1_203;

let test: TestApp;
let database: OpenDatabase;
let accountId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  test = await openTestApp({ database });
  const { db } = database;
  const account = scriptedAccount(db, [still, still], {
    settings: { accountId: 'paper', takerFeeBasisPoints: 7 },
  });
  ({ accountId } = account);
  const { market, settings } = account;
  const exchange = await createExchanges({ db, market, settings }).of('local');
  await storedRun(db, 'run_csv');
  await exchange.placeOrder({ ...account.request('one', { quantity: 1.5 }), runId: 'run_csv' });
  account.pass();
  await exchange.settle(account.id('one'));
  const limit = { type: 'limit', limitPrice: 97 } as const;
  await exchange.placeOrder({ ...account.request('two', limit), runId: 'gw_1' });
  await exchange.cancelOrder(account.id('two'), '=2+3, said "Ann"\nand went');
  await exchange.placeOrders([
    {
      ...account.request('three', { ...limit, trailPercent: 5 }),
      runId: 'gw_2',
      group: 'paper/oco',
    },
    {
      ...account.request('four', { type: 'stop', stopPrice: 104, trailAmount: 2.5 }),
      runId: 'gw_2',
      group: 'paper/oco',
    },
  ]);
  await db.insert(modelCalls).values({
    id: 'call',
    source: 'run',
    user: 'local',
    runId: 'run_csv',
    model: 'demo:trend',
    inputTokens: 30,
    outputTokens: 7,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    costUsd: '0.000012',
    durationMs: 1,
  });
  for (let minute = 0; minute < many; minute += 1) {
    await insertEquityPoint(db, {
      accountId,
      marketTime: new Date(Date.UTC(2021, 0, 1, 0, minute)),
      cash: '1.10',
      equity: String(minute),
      realizedPnl: '-0.5',
      unrealizedPnl: '0',
    });
  }
});
afterAll(() => test.close());

async function download(path: string) {
  const { statusCode, headers, body } = await test.app.inject({
    url: `/api/v1/account/${path}`,
    headers: { 'x-api-key': 'a-key-for-tests-only' },
  });
  return { status: statusCode, headers, body };
}

const linesOf = async (path: string) => (await download(path)).body.split('\r\n').slice(0, -1);

describe('an account as CSV', () => {
  it('has its orders, with text that is no formula', async () => {
    const { status, headers, body } = await download('orders.csv');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe('attachment; filename="paper-orders.csv"');
    const [head, filled, canceled] = body.split('\r\n');
    expect(head).toMatch(/^id,runId,symbol,side,type,quantity,filledQuantity,averagePrice,fee,/);
    expect(filled).toMatch(/^paper\/one,run_csv,ABC,buy,market,1\.5,1\.5,100,0\.105,100,,,gtc,/);
    expect(canceled).toMatch(/^paper\/two,gw_1,ABC,buy,limit,10,0,,,100,97,,gtc,/);
    expect(canceled).toContain(`,canceled,"'=2+3, said ""Ann""\nand went",`);
  });

  it('has the OCO group and the trailing distance of an order in its last columns', async () => {
    const [head, ...orders] = await linesOf('orders.csv');
    expect(head).toMatch(/,marketTime,group,trailAmount,trailPercent$/);
    expect(orders.map((line) => line.split(',').slice(-3))).toEqual([
      ['', '', ''],
      ['', '', ''],
      ['paper/oco', '', '5'],
      ['paper/oco', '2.5', ''],
    ]);
  });

  it('has its fills, exact and in UTC', async () => {
    const [head, fill, ...rest] = await linesOf('fills.csv');
    expect(head).toBe('orderId,symbol,side,quantity,price,fee,liquidity,at,marketTime');
    expect(fill).toMatch(
      /^paper\/one,ABC,buy,1\.5,100,0\.105,taker,\d{4}-\d\d-\d\dT[\d:.]+Z,2020-01-06T01:00:00\.000Z$/,
    );
    expect(rest).toEqual([]);
  });

  it('has every event of its book, in order', async () => {
    const events = await listEvents(database.db, accountId);
    const lines = await linesOf('events.csv');
    expect(lines[0]).toBe('sequence,at,kind,orderId,reason,marketTime,event');
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(
      events.map(({ kind }) => kind),
    );
    expect(events.length).toBeGreaterThan(5);
  });

  it('has its equity, page after page, without a point twice or left out', async () => {
    const lines = await linesOf('equity.csv');
    expect(lines).toHaveLength(many + 1);
    expect(lines.slice(1).map((line) => Number(line.split(',')[2]))).toEqual(
      Array.from({ length: many }, (_, minute) => minute),
    );
    expect(lines[2]).toBe('2021-01-01T00:01:00.000Z,1.1,1,-0.5,0');
  });

  it('has what models cost in the runs that ordered', async () => {
    const [head, ...runs] = await linesOf('costs.csv');
    expect(head).toMatch(/^runId,pipeline,status,createdAt,endedAt,calls,inputTokens/);
    expect(runs).toEqual([
      expect.stringMatching(/^run_csv,test,pending,[^,]+,,1,30,7,0\.000012,0$/),
    ]);
  });

  it('is of an account that one may see', async () => {
    for (const file of accountFiles) {
      const { status, headers } = await download(`${file}.csv?user=ann&account=paper`);
      expect([file, status]).toEqual([file, 404]);
      expect(headers['content-type']).toContain('application/problem+json');
    }
    expect(await linesOf('orders.csv?user=ann')).toHaveLength(1);
  });
});
