import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { requestCancel } from '../../../../db/trading/cancel-requests.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];

describe.each(databases)('orders on the paper exchange on $name', ({ open }) => {
  const { db, account } = accountsOn(open);

  test('a limit order reserves its limit with a fee, waits, and frees what it did not need', async () => {
    const paper = account([still, still, [100, 101, 97, 99]]);
    const placed = await paper.place('a', { type: 'limit', limitPrice: 98 });
    expect(placed.status).toBe('accepted');
    expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 989.8 });
    paper.pass();
    expect(await paper.exchange.settle(paper.id('a'))).toMatchObject({ status: 'pending' });
    paper.pass();
    const settled = await paper.exchange.settle(paper.id('a'));
    expect(settled).toMatchObject({ status: 'filled', fill: { liquidity: 'maker' } });
    expect(settled.fills[0]!.price.toNumber()).toBe(98);
    expect(await paper.sums()).toEqual({ cash: 9_020, reserved: 0 });
  });

  test('what the volume does not give is filled by later bars, and frees its part of the reserve', async () => {
    const paper = account([still, [100, 100, 100, 100, 60], [102, 102, 102, 102, 60]]);
    await paper.place('a', { quantity: 12 });
    const { reserved } = await paper.sums();
    expect(reserved).toBe(1_212);
    paper.pass();
    expect(await paper.exchange.settle(paper.id('a'))).toMatchObject({
      status: 'pending',
      order: { status: 'partially_filled' },
      fills: [{ quantity: new Decimal(6) }],
    });
    expect(await paper.sums()).toEqual({ cash: 10_000 - 606, reserved: 606 });
    paper.pass();
    const settled = await paper.exchange.settle(paper.id('a'));
    if (settled.status !== 'filled') throw new Error(settled.status);
    expect(settled.fills.map(({ price }) => price.toNumber())).toEqual([100, 102]);
    expect(settled.fill.price.toNumber()).toBe(101);
    expect(settled.fill.fee.toNumber()).toBe(12.12);
    expect(await paper.sums()).toEqual({ cash: 10_000 - 606 - 618.12, reserved: 0 });
  });

  test('orders share the volume of a bar, also where one is matched after the other', async () => {
    const paper = account([still, [100, 100, 100, 100, 100], still]);
    await paper.place('a', { quantity: 8 });
    await paper.place('b', { quantity: 8 });
    paper.pass();
    await paper.exchange.settle(paper.id('b'));
    const quantities = (await paper.exchange.trades({ limit: 10 })).map(({ order, fill }) => [
      order.clientOrderId,
      fill.quantity.toNumber(),
    ]);
    expect(quantities).toEqual([
      [paper.id('b'), 2],
      [paper.id('a'), 8],
    ]);
  });

  test('a stop-limit order is triggered by one bar and filled by a later one', async () => {
    const paper = account([
      still,
      [101, 106, 101, 105],
      [105, 107, 104, 106],
      [106, 106, 101, 103],
    ]);
    await paper.place('a', { type: 'stop_limit', stopPrice: 105, limitPrice: 102 });
    paper.pass();
    await paper.exchange.settle(paper.id('a'));
    expect(await paper.rows()).toMatchObject([{ status: 'triggered', triggered: true }]);
    paper.pass(2);
    const settled = await paper.exchange.settle(paper.id('a'));
    expect(settled.fills.map(({ price }) => price.toNumber())).toEqual([102]);
  });

  test('a day order works on its day, and an order for one bar on that alone', async () => {
    const daily = account([still, still, [100, 100, 50, 60]], { timeframe: '1d' });
    await daily.place('day', { type: 'limit', limitPrice: 90, timeInForce: 'day' });
    await daily.place('ioc', { type: 'limit', limitPrice: 91, timeInForce: 'ioc' });
    await daily.place('gtc', { type: 'limit', limitPrice: 92 });
    daily.pass(2);
    await daily.exchange.tick();
    expect(
      Object.fromEntries((await daily.rows()).map((row) => [row.clientOrderId, row.status])),
    ).toEqual({
      [daily.id('day')]: 'expired',
      [daily.id('ioc')]: 'expired',
      [daily.id('gtc')]: 'filled',
    });
    const hourly = account([still, still, [100, 100, 50, 60]]);
    await hourly.place('day', { type: 'limit', limitPrice: 90, timeInForce: 'day' });
    hourly.pass(2);
    expect(await hourly.exchange.settle(hourly.id('day'))).toMatchObject({ status: 'filled' });
  });

  describe('with a stop and a target', () => {
    const bracket = { stopLoss: 95, takeProfit: 110 };
    const legsOf = async (paper: ReturnType<typeof account>) =>
      Object.fromEntries((await paper.rows()).map(({ leg, status }) => [leg, status]));

    test('each fill is closed by the stop where a bar reaches both', async () => {
      const paper = account([still, still, [100, 112, 94, 100]]);
      await paper.place('a', bracket);
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      expect(await legsOf(paper)).toEqual({
        entry: 'filled',
        stop: 'accepted',
        target: 'accepted',
      });
      paper.pass();
      const { positions, openOrders, realizedPnl } = await paper.exchange.portfolio();
      expect([positions, openOrders, realizedPnl.toNumber()]).toEqual([[], [], -50]);
      expect(await legsOf(paper)).toEqual({ entry: 'filled', stop: 'filled', target: 'canceled' });
    });

    test('a target that is filled ends the stop, also on a short position', async () => {
      const paper = account([still, still, [100, 104, 89, 92]]);
      await paper.place('a', { side: 'sell', stopLoss: 105, takeProfit: 90 });
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      // The stop holds what closing the position costs at the most: it has to be bought back.
      expect((await paper.sums()).reserved).toBe(1_060.5);
      paper.pass();
      const { positions, realizedPnl, reserved } = await paper.exchange.portfolio();
      expect([positions, realizedPnl.toNumber(), reserved.toNumber()]).toEqual([[], 100, 0]);
      expect(await legsOf(paper)).toEqual({ entry: 'filled', stop: 'canceled', target: 'filled' });
    });

    test('the stop closes on its bar what a sale of the same bar has left', async () => {
      const paper = account([still, still, [100, 100, 94, 96], still]);
      await paper.place('a', bracket);
      paper.pass();
      await paper.place('b', { side: 'sell', quantity: 8 });
      paper.pass();
      const trades = await paper.exchange.trades({ limit: 10 });
      expect(trades.map(({ order, fill }) => [order.leg, +fill.quantity, +fill.price])).toEqual([
        ['stop', 2, 95],
        ['entry', 8, 100],
        ['entry', 10, 100],
      ]);
      const { positions, openOrders, reserved } = await paper.exchange.portfolio();
      expect([positions, openOrders, reserved.toNumber()]).toEqual([[], [], 0]);
      expect(
        await reconcile({ db: db(), market: paper.market, settings: paper.settings }),
      ).toBeNull();
    });

    test('each partial fill has a pair of its own', async () => {
      const few: Script = [100, 100, 100, 100, 60];
      const paper = account([still, few, few, [100, 100, 94, 96]]);
      await paper.place('a', { quantity: 12, ...bracket });
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      paper.pass(2);
      expect((await paper.exchange.portfolio()).positions).toEqual([]);
      const stops = (await paper.rows()).filter(({ leg }) => leg === 'stop');
      expect(stops.map(({ quantity, parentId }) => [Number(quantity), parentId])).toEqual([
        [6, paper.id('a')],
        [6, paper.id('a')],
      ]);
      expect(await reconcile({ db: db(), market: paper.market, settings: paper.settings })).toBe(
        null,
      );
    });

    test('a position that was closed otherwise leaves them nothing to close', async () => {
      const settings = { allowShort: false };
      const paper = account([still, still, still, [100, 112, 94, 100]], { settings });
      await paper.place('a', bracket);
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      expect(await paper.place('b', { side: 'sell' })).toMatchObject({ status: 'accepted' });
      paper.pass(2);
      const { positions, openOrders } = await paper.exchange.portfolio();
      expect([positions, openOrders]).toEqual([[], []]);
      expect(await legsOf(paper)).toMatchObject({ stop: 'canceled', target: 'canceled' });
    });
  });

  test('a sale sells nothing that a stop has sold before, where nothing may be sold short', async () => {
    const settings = { allowShort: false };
    const paper = account([still, still, [100, 100, 94, 96], [96, 125, 96, 120]], { settings });
    await paper.place('a', { stopLoss: 95 });
    paper.pass();
    await paper.place('b', { side: 'sell', type: 'limit', limitPrice: 120 });
    paper.pass(2);
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
    expect((await paper.rows()).find(({ type }) => type === 'limit')).toMatchObject({
      status: 'canceled',
      reason: 'no position left to close',
    });
  });

  describe('a cancel', () => {
    test('ends what works, frees its reserve, and is the same again', async () => {
      const paper = account([still, still]);
      await paper.place('a', { type: 'limit', limitPrice: 90 });
      const canceled = await paper.exchange.cancelOrder(paper.id('a'), 'the news changed');
      expect(canceled).toMatchObject({ status: 'ended', order: { status: 'canceled' } });
      expect(await paper.exchange.cancelOrder(paper.id('a'), 'again')).toMatchObject({
        order: { status: 'canceled', reason: 'the news changed' },
      });
      expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 0 });
      const kinds = (await paper.events()).map(({ kind }) => kind);
      expect(kinds).toEqual(['opened', 'submitted', 'accepted', 'cancel_requested', 'canceled']);
    });

    test('does not undo what a bar had filled by then', async () => {
      const paper = account([still, still, still]);
      await paper.place('a');
      await requestCancel(db(), { clientOrderId: paper.id('a'), reason: 'by the API' });
      paper.pass();
      expect(await paper.exchange.settle(paper.id('a'))).toMatchObject({ status: 'filled' });
      expect((await paper.events()).map(({ kind }) => kind)).toEqual([
        'opened',
        'submitted',
        'accepted',
        'cancel_requested',
        'filled',
      ]);
    });

    test('of an order that was filled, or is not there, changes nothing', async () => {
      const paper = account([still, still]);
      await paper.place('a');
      paper.pass();
      expect(await paper.exchange.cancelOrder(paper.id('a'), 'late')).toMatchObject({
        status: 'filled',
      });
      await expect(paper.exchange.cancelOrder(paper.id('b'), 'what')).rejects.toMatchObject({
        name: 'ToolError',
        retryable: false,
      });
    });

    test('that the market does not respond to is carried out once it does', async () => {
      const paper = account([still, still]);
      await paper.place('a', { type: 'limit', limitPrice: 90 });
      paper.silence(true);
      await expect(paper.exchange.cancelOrder(paper.id('a'), 'now')).rejects.toMatchObject({
        retryable: true,
      });
      expect(await paper.rows()).toMatchObject([{ status: 'pending_cancel' }]);
      paper.silence(false);
      await paper.exchange.tick();
      expect(await paper.rows()).toMatchObject([{ status: 'canceled' }]);
    });
  });

  test('orders in what is not traded any more are canceled, with the reason', async () => {
    const paper = account([still, still]);
    await paper.place('a', { type: 'limit', limitPrice: 90 });
    paper.delist();
    await paper.exchange.tick();
    expect(await paper.rows()).toMatchObject([
      { status: 'canceled', reason: expect.stringContaining('Symbol "ABC" not found') },
    ]);
    expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 0 });
  });

  test('a hundred retries of one order make one order and one fill', async () => {
    const paper = account([still, still]);
    const retry = async () => {
      await paper.place('a', { stopLoss: 90 });
      return paper.exchange.settle(paper.id('a'));
    };
    const early = await Promise.all(Array.from({ length: 50 }, retry));
    expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['pending']));
    paper.pass();
    const late = await Promise.all(Array.from({ length: 50 }, retry));
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set(['filled']));
    expect((await paper.rows()).map(({ leg }) => leg).toSorted()).toEqual(['entry', 'stop']);
    expect((await paper.exchange.trades({ limit: 10 })).length).toBe(1);
    expect((await paper.events()).filter(({ kind }) => kind === 'filled')).toHaveLength(1);
  });

  test('the same id with another price, time or stop is another order, and refused', async () => {
    const paper = account([still]);
    await paper.place('a', { type: 'limit', limitPrice: 90 });
    for (const change of [
      { limitPrice: 91 },
      { limitPrice: 90, timeInForce: 'day' as const },
      { limitPrice: 90, stopLoss: 80 },
    ]) {
      await expect(paper.place('a', { type: 'limit', ...change })).rejects.toMatchObject({
        message: expect.stringContaining('Another order was placed under the same id'),
        retryable: false,
      });
    }
  });
});
