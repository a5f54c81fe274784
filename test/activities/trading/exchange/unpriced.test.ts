import { describe, expect, test, vi } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import type { OrderRequest } from '../../../../activities/trading/exchange/order.ts';
import { createPaperExchange } from '../../../../activities/trading/exchange/paper-exchange.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import type { ExchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import { startTradingClock } from '../../../../activities/trading/exchange/trading-clock.ts';
import { databases } from '../../../support/databases.ts';
import { growingMarket } from './model/market.ts';
import { accountsOn } from './scripted-account.ts';

const hourMs = 3_600_000;

describe.each(databases)('a symbol that the market no longer prices, on $name', ({ open }) => {
  const { db, account } = accountsOn(open);

  /** An account on a market of `ABC` and `GONE`, both of which stood at 100. */
  async function opened(settings: Partial<ExchangeSettings> = {}) {
    const { accountId, settings: usual } = account([[100, 100, 100, 100]], {
      settings: { allowShort: true, grossExposure: 5, takerFeeBasisPoints: 0, ...settings },
    });
    const { market, add, delist } = growingMarket();
    const dependencies = { db: db(), market, settings: usual };
    const exchange = createPaperExchange(dependencies);
    let hour = 0;
    /** Both symbols stand at these prices for the next hour, if they are listed. */
    async function pass(prices: Record<string, number>, hours = 1) {
      const time = new Date(Date.UTC(2020, 0, 6) + hour * hourMs).toISOString();
      for (const [symbol, price] of Object.entries(prices)) {
        const bar = { open: price, high: price, low: price, close: price, volume: 1e6 };
        add(symbol, { time, ...bar });
      }
      hour += hours;
    }
    const place = (name: string, asked: Partial<OrderRequest>) =>
      exchange.placeOrder({
        clientOrderId: `${accountId}/${name}`,
        runId: 'run',
        symbol: 'ABC',
        side: 'buy',
        type: 'market',
        quantity: new Decimal(10),
        referencePrice: new Decimal(100),
        ...asked,
      });
    await pass({ ABC: 100, GONE: 100 });
    return { accountId, exchange, market, pass, place, delist, dependencies };
  }
  const sell = { side: 'sell' } as const;

  test('counts with its last price, and says so, and keeps no order of another symbol out', async () => {
    const { exchange, pass, place, delist, dependencies } = await opened();
    await place('held', { symbol: 'GONE' });
    await pass({ ABC: 100, GONE: 100 });
    await pass({ ABC: 100, GONE: 120 });
    await exchange.tick();
    delist('GONE');
    expect(await place('other', {})).toMatchObject({ status: 'accepted' });
    const { equity, notice, positions } = await exchange.portfolio();
    expect([equity.toNumber(), positions[0]!.marketPrice.toNumber()]).toEqual([10_200, 120]);
    expect(notice).toContain(
      'GONE is valued at its last known price, 120 of 2020-01-06T03:00:00.000Z: Symbol "GONE" not found.',
    );
    const restarted = createPaperExchange(dependencies);
    expect((await restarted.portfolio()).equity.toNumber()).toBe(10_200);
    const request = { clientOrderId: 'seen', runId: 'run', symbol: 'ABC', type: 'market' } as const;
    const { facts } = await restarted.previewOrders([
      { ...request, side: 'buy', quantity: new Decimal(1), referencePrice: new Decimal(100) },
    ]);
    expect(facts!.unpriced).toMatchObject([{ symbol: 'GONE', asOf: '2020-01-06T03:00:00.000Z' }]);
  });

  test('of which nothing was noted counts with the close of the bar that filled it', async () => {
    const { exchange, pass, place, delist } = await opened();
    await place('held', { symbol: 'GONE' });
    await pass({ ABC: 100, GONE: 101 });
    await exchange.trades({ limit: 1 });
    delist('GONE');
    expect(await place('other', {})).toMatchObject({ status: 'accepted' });
    expect((await exchange.portfolio()).positions[0]!.marketPrice.toNumber()).toBe(101);
  });

  test('gains and loses nothing, and hides nothing of what the day loses', async () => {
    const settings = { dailyLoss: new Decimal(100), timeZone: 'UTC', collarPercent: 90 };
    const { exchange, pass, place, delist } = await opened(settings);
    await place('held', { symbol: 'GONE' });
    await place('also', {});
    await pass({ ABC: 100, GONE: 100 });
    await exchange.tick();
    await pass({ ABC: 100, GONE: 50 }, 30);
    await exchange.tick();
    delist('GONE');
    await pass({ ABC: 100 });
    expect(await place('calm', { quantity: new Decimal(1) })).toMatchObject({ status: 'accepted' });
    await pass({ ABC: 89 });
    expect((await exchange.portfolio()).gateUse.dayResult!.toNumber()).toBe(-110);
    expect(await place('late', {})).toMatchObject({
      status: 'denied',
      reason: expect.stringContaining('daily loss: the loss of this day (UTC) is 110.00 USD'),
    });
    expect(await place('close', sell)).toMatchObject({ status: 'accepted' });
  });

  test('does not keep shorts of other symbols from paying', async () => {
    const { exchange, pass, place, delist } = await opened({ borrowFeePercent: 36.5 });
    await place('held', { symbol: 'GONE', ...sell });
    await place('also', sell);
    await pass({ ABC: 100, GONE: 100 }, 47);
    await exchange.tick();
    const { borrowFees } = await exchange.portfolio();
    delist('GONE');
    await pass({ ABC: 100 });
    await exchange.tick().catch(() => undefined);
    const paid = (await exchange.portfolio()).borrowFees.minus(borrowFees);
    expect(paid.toNumber()).toBe(2);
  });

  test('counts for the margin, which closes what can be closed and says so once', async () => {
    const told: string[] = [];
    const { accountId, exchange, pass, place, delist, dependencies } = await opened();
    await place('held', { symbol: 'GONE', ...sell, quantity: new Decimal(60) });
    await place('also', { ...sell, quantity: new Decimal(50) });
    await pass({ ABC: 100, GONE: 100 });
    await exchange.tick();
    delist('GONE');
    await pass({ ABC: 250 });
    const stop = startTradingClock({
      db: dependencies.db,
      tasks: [exchange.tick, exchange.tick].map((work) => ({ tables: [], work })),
      onError: (error) => told.push(String(error)),
    });
    await vi.waitFor(() => expect(told).not.toEqual([]), { timeout: 20_000 });
    await stop();
    const { openOrders } = await exchange.portfolio();
    expect(openOrders).toMatchObject([{ symbol: 'ABC', side: 'buy', leg: 'margin' }]);
    expect(told[0]).toContain(
      `Account ${accountId} holds GONE without a price, so its margin counts GONE at the last known price, 100 of 2020-01-06T02:00:00.000Z`,
    );
    expect(await reconcile(dependencies)).toBeNull();
  });
});
