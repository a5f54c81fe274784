import * as fc from 'fast-check';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeEnvironment } from '../../../../activities/trading/exchange/env.ts';
import type { OrderRequest } from '../../../../activities/trading/exchange/order.ts';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { createPaperExchange } from '../../../../activities/trading/exchange/paper-exchange.ts';
import { exchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import type { ExchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { fills, ledger, orders } from '../../../../db/trading/schema/trading.ts';
import { everyDatabase } from '../../../support/databases.ts';
import { replayedMarket } from './replayed-market.ts';

let accountCount = 0;

describe.each(everyDatabase)('the paper exchange on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  /** A new account on 2010-01-04, when the S&P 500 closed at 1132.98999 and then opened at 1132.660034. */
  async function openAccount(change: Partial<ExchangeSettings> = {}, start = '2010-01-04') {
    accountCount += 1;
    const accountId = `account-${accountCount}`;
    const settings = { ...exchangeSettings(exchangeEnvironment.parse({})), accountId, ...change };
    const replay = await replayedMarket(start);
    const exchange = createPaperExchange({ db: database.db, market: replay.market, settings });
    const order = (id: string, more: Partial<OrderRequest> = {}): OrderRequest => ({
      clientOrderId: `${accountId}/${id}`,
      runId: 'run',
      symbol: 'SPX',
      side: 'buy',
      type: 'market',
      quantity: new Decimal(20),
      referencePrice: new Decimal('1132.99'),
      ...more,
    });
    const entries = () =>
      database.db
        .select({ kind: ledger.kind, amount: ledger.amount })
        .from(ledger)
        .where(eq(ledger.accountId, accountId))
        .orderBy(asc(ledger.id));
    return { ...replay, exchange, order, entries, accountId };
  }

  async function sumsOf(account: Awaited<ReturnType<typeof openAccount>>) {
    const { cash, reserved } = await account.exchange.portfolio();
    return { cash: cash.toFixed(), reserved: reserved.toFixed() };
  }

  test('opens the account with its cash on first use, once', async () => {
    const account = await openAccount();
    await Promise.all([account.exchange.portfolio(), account.exchange.portfolio()]);
    expect(await account.entries()).toEqual([{ kind: 'deposit', amount: '100000' }]);
  });

  test('takes an order, reserves its cost, and knows the bar it was decided on', async () => {
    const account = await openAccount();
    const placed = await account.exchange.placeOrder(account.order('a'));
    expect(placed).toMatchObject({
      status: 'accepted',
      acceptedBar: { time: '2010-01-04T00:00:00.000Z', close: 1132.98999, timeframe: '1d' },
    });
    // 20 × 1132.98999 with 2 basis points of slippage, and a fee of 10.
    const price = new Decimal('1132.98999').times('1.0002').toDecimalPlaces(12);
    expect(await sumsOf(account)).toEqual({
      cash: '100000',
      reserved: price.times(20).times('1.001').toFixed(),
    });
  });

  test('fills it at the open of the next bar with slippage and fee, and releases the reserve', async () => {
    const account = await openAccount();
    const { clientOrderId } = await account.exchange.placeOrder(account.order('a'));
    account.advance(0.75);
    expect(await account.exchange.settle(clientOrderId)).toMatchObject({
      status: 'pending',
      retryAfterMs: 2500,
    });
    account.advance(0.25);
    const settled = await account.exchange.settle(clientOrderId);
    if (settled.status !== 'filled') throw new Error(settled.status);
    const price = new Decimal('1132.660034').times('1.0002').toDecimalPlaces(12);
    const fee = price.times(20).times('0.001');
    expect(settled.order.status).toBe('filled');
    expect(settled.fill.price.toFixed()).toBe(price.toFixed());
    expect(settled.fill.fee.toFixed()).toBe(fee.toFixed());
    expect(settled.fill.bar).toMatchObject({ time: '2010-01-05T00:00:00.000Z', open: 1132.660034 });
    const cash = new Decimal(100_000).minus(price.times(20)).minus(fee).toFixed();
    expect(await sumsOf(account)).toEqual({ cash, reserved: '0' });
    const { positions } = await account.exchange.portfolio();
    expect(positions).toHaveLength(1);
    expect(positions[0]!.quantity.toNumber()).toBe(20);
  });

  test('fills at the same bar and price however late it is asked', async () => {
    const account = await openAccount();
    const { clientOrderId } = await account.exchange.placeOrder(account.order('a'));
    account.advance(100);
    const { positions, openOrders } = await account.exchange.portfolio();
    expect(openOrders).toEqual([]);
    expect(positions[0]!.averagePrice.toFixed(4)).toBe('1132.8866');
    expect(await account.exchange.settle(clientOrderId)).toMatchObject({
      fill: { bar: { time: '2010-01-05T00:00:00.000Z' } },
    });
  });

  test('places no second order for a retry, before and after the fill and at the same time', async () => {
    const account = await openAccount();
    const request = account.order('a');
    const placed = await Promise.all([1, 2, 3].map(() => account.exchange.placeOrder(request)));
    expect(new Set(placed.map((order) => order.status))).toEqual(new Set(['accepted']));
    account.advance(1);
    await Promise.all([1, 2, 3].map(() => account.exchange.settle(request.clientOrderId)));
    expect(await account.exchange.placeOrder(request)).toMatchObject({ status: 'filled' });
    expect((await account.entries()).map(({ kind }) => kind)).toEqual([
      'deposit',
      'reserve',
      'release',
      'trade',
      'fee',
    ]);
  });

  test('refuses another order under the same id', async () => {
    const account = await openAccount();
    await account.exchange.placeOrder(account.order('a'));
    const other = account.order('a', { quantity: new Decimal(21) });
    await expect(account.exchange.placeOrder(other)).rejects.toMatchObject({
      name: 'ToolError',
      retryable: false,
    });
  });

  test('records a denied order with its reason, and books nothing', async () => {
    const account = await openAccount();
    const denials: [string, Partial<OrderRequest>, RegExp][] = [
      ['symbol', { symbol: 'AAPL' }, /^symbol: Symbol "AAPL" not found.*SPX/],
      ['limit', { quantity: new Decimal(90) }, /^order limit:/],
      ['collar', { referencePrice: new Decimal(1000) }, /^price collar:/],
    ];
    for (const [id, change, reason] of denials) {
      const denied = await account.exchange.placeOrder(account.order(id, change));
      expect(denied).toMatchObject({ status: 'denied', reason: expect.stringMatching(reason) });
      expect(await account.exchange.settle(denied.clientOrderId)).toMatchObject({
        status: 'ended',
      });
    }
    expect((await account.entries()).map(({ kind }) => kind)).toEqual(['deposit']);
  });

  test('counts open orders: two that fit alone do not fit together', async () => {
    const account = await openAccount();
    const order = (id: string) => account.order(id, { quantity: new Decimal(50) });
    const placed = await Promise.all(
      [order('a'), order('b')].map((request) => account.exchange.placeOrder(request)),
    );
    expect(placed.map(({ status }) => status).toSorted()).toEqual(['accepted', 'denied']);
  });

  test('sells short only where the account may', async () => {
    const account = await openAccount({ allowShort: false });
    const short = (id: string) => account.order(id, { side: 'sell' });
    expect(await account.exchange.placeOrder(short('a'))).toMatchObject({
      status: 'denied',
      reason: expect.stringMatching(/^short selling:/),
    });
    const allowed = await openAccount();
    expect(await allowed.exchange.placeOrder(allowed.order('b', { side: 'sell' }))).toMatchObject({
      status: 'accepted',
    });
  });

  test('cancels an order that costs more than there is, once the next bar has opened higher', async () => {
    // 2008-10-10 closed at 899.22, and the next session opened 1.5 % higher.
    const account = await openAccount({ deposit: new Decimal(10_000) }, '2008-10-10');
    const { clientOrderId } = await account.exchange.placeOrder(
      account.order('a', { quantity: new Decimal(11), referencePrice: new Decimal('899.22') }),
    );
    account.advance(1);
    expect(await account.exchange.settle(clientOrderId)).toMatchObject({
      status: 'ended',
      order: { status: 'canceled', reason: expect.stringContaining('cash') },
    });
    expect(await sumsOf(account)).toEqual({ cash: '10000', reserved: '0' });
  });

  test('denies orders at the end of the replay, and frees what can no longer be filled', async () => {
    const account = await openAccount({}, '2020-04-17');
    const denied = await account.exchange.placeOrder(
      account.order('a', { referencePrice: new Decimal('2874.56') }),
    );
    expect(denied).toMatchObject({
      status: 'denied',
      reason: expect.stringContaining('BATON_MARKET_START'),
    });

    const earlier = await openAccount();
    await earlier.exchange.placeOrder(earlier.order('b'));
    earlier.advance(-100);
    expect(await sumsOf(earlier)).toEqual({ cash: '100000', reserved: '0' });
  });

  test('keeps ledger, fills and orders in step for any sequence of orders, retries and bars', async () => {
    const action = fc.oneof(
      fc.record({
        do: fc.constant('order' as const),
        id: fc.integer({ min: 0, max: 7 }),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        units: fc.integer({ min: 1, max: 600_000 }),
      }),
      fc.record({ do: fc.constant('retry' as const), id: fc.integer({ min: 0, max: 7 }) }),
      fc.record({
        do: fc.constant('bars' as const),
        by: fc.double({ min: 0, max: 3, noNaN: true }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 14 }), async (actions) => {
        const account = await openAccount();
        const { exchange, market } = account;
        const requests = new Map<number, OrderRequest>();
        for (const step of actions) {
          if (step.do === 'bars') account.advance(step.by);
          if (step.do === 'order' && !requests.has(step.id)) {
            const { price } = await market.snapshot('SPX');
            const request = account.order(String(step.id), {
              side: step.side,
              quantity: new Decimal(step.units).div(10_000),
              referencePrice: new Decimal(price),
            });
            requests.set(step.id, request);
            await exchange.placeOrder(request);
          }
          const again = step.do === 'retry' && requests.get(step.id);
          if (again) {
            await exchange.placeOrder(again);
            await exchange.settle(again.clientOrderId);
          }
        }
        account.advance(1);
        const { cash, reserved, positions, borrowFees } = await exchange.portfolio();

        const rows = await database.db
          .select()
          .from(orders)
          .leftJoin(fills, eq(fills.clientOrderId, orders.clientOrderId))
          .where(eq(orders.accountId, account.accountId));
        expect(rows).toHaveLength(requests.size);
        let expectedCash = new Decimal(100_000).minus(borrowFees);
        let quantity = new Decimal(0);
        for (const { orders: order, fills: fill } of rows) {
          if (order.status === 'filled') expect(fill).not.toBeNull();
          if (!fill) continue;
          // What only closes ends with the position, in part filled.
          if (order.status !== 'filled') expect(order.reduceOnly).toBe(true);
          const sign = order.side === 'buy' ? 1 : -1;
          expectedCash = expectedCash
            .minus(new Decimal(fill.price).times(fill.quantity).times(sign))
            .minus(fill.fee);
          quantity = quantity.plus(new Decimal(fill.quantity).times(sign));
          const decided = order.acceptedBar as { time: string };
          expect((fill.bar as { time: string }).time > decided.time).toBe(true);
        }
        expect(cash.toFixed()).toBe(expectedCash.toFixed());
        expect(reserved.toFixed()).toBe('0');
        expect(positions[0]?.quantity.toFixed() ?? '0').toBe(quantity.toFixed());
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});
