import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { gates } from '../../../../activities/trading/exchange/gates/check-gates.ts';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';
import { requestCancel } from '../../../../db/trading/cancel-requests.ts';
import {
  changeGates,
  listTradingChanges,
  readTradingTerms,
  turnKillSwitch,
} from '../../../../db/trading/terms.ts';
import { ledger, orders, tradingEvents } from '../../../../db/trading/schema/trading.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];
const on = { on: true, cancelOrders: true };

describe.each(databases)('what an account may trade, on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  const denied = (gate: string) => ({
    status: 'denied',
    reason: expect.stringMatching(new RegExp(`^${gate}: `)),
  });

  describe('the kill switch', () => {
    test('stops new orders, ends those that work, and outlives a restart', async () => {
      const paper = account([still, still, still]);
      const who = { accountId: paper.accountId, by: 'ann', reason: 'too wild' };
      await paper.place('a', { type: 'limit', limitPrice: 90 });
      expect(await turnKillSwitch(db(), who, on)).toBe(1);
      expect(await paper.place('b')).toMatchObject(denied('kill switch'));
      expect(await paper.restart().placeOrder(paper.request('c'))).toMatchObject(
        denied('kill switch'),
      );
      await paper.exchange.tick();
      const reason = 'ann turned the kill switch on: too wild';
      expect((await paper.rows())[0]).toMatchObject({ status: 'canceled', reason });
      expect(await paper.events()).toContainEqual(
        expect.objectContaining({ kind: 'canceled', reason }),
      );
      expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 0 });
      await turnKillSwitch(db(), { ...who, by: 'bob' }, { on: false, cancelOrders: true });
      expect(await paper.place('d')).toMatchObject({ status: 'accepted' });
      const changes = await listTradingChanges(db(), {
        accountId: paper.accountId,
        limit: 9,
      });
      expect(changes).toMatchObject([
        { kind: 'kill-switch', by: 'bob', before: true, after: false },
        { kind: 'kill-switch', by: 'ann', reason: 'too wild', before: false, after: true },
      ]);
    });

    test('is not what ended an order that somebody else had wanted canceled before', async () => {
      const paper = account([still, still]);
      await paper.place('a', { type: 'limit', limitPrice: 90 });
      await paper.place('b', { type: 'limit', limitPrice: 90 });
      await requestCancel(db(), { clientOrderId: paper.id('a'), reason: 'changed my mind' });
      expect(await turnKillSwitch(db(), { accountId: paper.accountId, by: 'ann' }, on)).toBe(1);
      await paper.exchange.tick();
      const ends = (await paper.rows()).map(({ status, reason }) => [status, reason]).toSorted();
      expect(ends).toEqual([
        ['canceled', 'ann turned the kill switch on'],
        ['canceled', 'changed my mind'],
      ]);
    });

    test('keeps what reduces a position, cancels what opens or adds, and lets the position be closed', async () => {
      const paper = account([still, still, still, [100, 104, 100, 103], still], {
        settings: { allowShort: true },
      });
      await paper.place('long', { quantity: 20, stopLoss: 90, takeProfit: 150 });
      paper.pass();
      await paper.exchange.settle(paper.id('long'));
      await paper.place('adds', { type: 'limit', limitPrice: 95, quantity: 5 });
      await paper.place('turns', { side: 'sell', type: 'limit', limitPrice: 103, quantity: 25 });
      const who = { accountId: paper.accountId, by: 'ann' };
      expect(await turnKillSwitch(db(), who, on)).toBe(1);
      await paper.exchange.tick();
      const working = async () =>
        (await paper.rows()).filter(({ status }) => status === 'accepted').map(({ leg }) => leg);
      expect((await working()).toSorted()).toEqual(['entry', 'stop', 'target']);
      expect((await paper.rows()).find(({ type }) => type === 'limit')).toBeDefined();
      expect(await paper.place('flip', { side: 'sell', quantity: 21 })).toMatchObject(
        denied('kill switch'),
      );
      expect(await paper.place('close', { side: 'sell', quantity: 20 })).toMatchObject({
        status: 'accepted',
        reduceOnly: true,
      });
      paper.pass(2);
      await paper.exchange.tick();
      const { positions, openOrders } = await paper.exchange.portfolio();
      expect([positions, openOrders]).toEqual([[], []]);
      const kinds = (await paper.events()).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'restricted')).toHaveLength(1);
      expect(
        await reconcile({ db: db(), market: paper.market, settings: paper.settings }),
      ).toBeNull();
    });

    test('keeps no cancel out, and can leave orders at work', async () => {
      const paper = account([still, still]);
      await paper.place('a', { type: 'limit', limitPrice: 90 });
      const who = { accountId: paper.accountId, by: 'ann' };
      await turnKillSwitch(db(), who, { on: true, cancelOrders: false });
      expect(await paper.exchange.openOrders()).toHaveLength(1);
      expect(await paper.exchange.cancelOrder(paper.id('a'), 'now')).toMatchObject({
        order: { status: 'canceled' },
      });
    });

    test('is in force for whatever is ordered once it is on, however much at the same time', async () => {
      const paper = account([still], { settings: { ordersPerMinute: 1_000, openOrders: 1_000 } });
      const who = { accountId: paper.accountId, by: 'ann' };
      const outcomes = await Promise.all([
        ...Array.from({ length: 10 }, (_, n) => paper.place(`early-${n}`, { quantity: 1 })),
        turnKillSwitch(db(), who, { on: true, cancelOrders: false }),
        ...Array.from({ length: 10 }, (_, n) => paper.place(`late-${n}`, { quantity: 1 })),
      ]);
      expect(outcomes).toHaveLength(21);
      const since = (await paper.events()).findLastIndex(({ kind }) => kind === 'accepted');
      expect(await paper.place('after')).toMatchObject(denied('kill switch'));
      expect((await paper.events()).findLastIndex(({ kind }) => kind === 'accepted')).toBe(since);
    });
  });

  test('gates that are changed count at once, and who changed them is on record', async () => {
    const paper = account([still]);
    const who = { accountId: paper.accountId, by: 'ann', reason: 'smaller' };
    await changeGates(db(), who, { orderNotional: 500, symbols: ['ABC', 'XYZ'] });
    expect(await paper.place('a')).toMatchObject(denied('order limit'));
    await changeGates(db(), who, { symbols: ['XYZ'] });
    expect(await paper.place('b')).toMatchObject(denied('allowed symbols'));
    await changeGates(db(), who, {});
    expect(await paper.place('c')).toMatchObject({ status: 'accepted' });
    const changes = await listTradingChanges(db(), { accountId: paper.accountId, limit: 2 });
    expect(changes).toMatchObject([
      { before: { symbols: ['XYZ'] }, after: {} },
      { before: { orderNotional: 500 }, after: { symbols: ['XYZ'] }, by: 'ann', reason: 'smaller' },
    ]);
  });

  test('orders that work, and that were taken in a minute, are counted', async () => {
    const full = account([still], { settings: { openOrders: 2 } });
    for (const name of ['a', 'b']) await full.place(name, { type: 'limit', limitPrice: 90 });
    expect(await full.place('c')).toMatchObject(denied('open orders'));
    await full.exchange.cancelOrder(full.id('a'), 'room');
    expect(await full.place('d')).toMatchObject({ status: 'accepted' });

    const rate = account([still], { settings: { ordersPerMinute: 2 } });
    for (const name of ['a', 'b']) await rate.place(name, { quantity: 1 });
    expect(await rate.place('c')).toMatchObject(denied('order rate'));
  });

  describe('the loss of a day', () => {
    const settings = { dailyLoss: new Decimal(100), timeZone: 'UTC', collarPercent: 50 };

    test('counts what is open and what was closed with its fees; then positions may only shrink', async () => {
      const paper = account([still, still, [90, 90, 90, 90], still], { settings });
      await paper.place('a', { quantity: 20 });
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      // Only the fee of 20 so far.
      expect(await paper.place('b', { quantity: 1 })).toMatchObject({ status: 'accepted' });
      paper.pass();
      // 20 × 10 are lost with what is open, already where the next order would fill.
      expect(await paper.place('c', { quantity: 1 })).toMatchObject(denied('daily loss'));
      const b = (await paper.rows()).find(({ clientOrderId }) => clientOrderId === paper.id('b'));
      expect(b).toMatchObject({
        status: 'canceled',
        reason: expect.stringMatching(/^daily loss: /),
      });
      expect(await paper.place('d', { side: 'sell', quantity: 20 })).toMatchObject({
        status: 'accepted',
      });
    });

    test('starts over with the day, in the time zone', async () => {
      const script: Script[] = [still, still, [90, 90, 90, 90], [90, 90, 90, 90], [90, 90, 90, 90]];
      const lose = async (timeZone: string) => {
        const paper = account(script, { settings: { ...settings, timeZone }, timeframe: '1d' });
        await paper.place('a', { quantity: 20 });
        paper.pass();
        await paper.place('b', { side: 'sell', quantity: 20 });
        paper.pass();
        // The second bar is complete: what it closed is of the day on which it ended.
        return paper;
      };
      const paper = await lose('UTC');
      expect(await paper.place('c', { quantity: 1 })).toMatchObject(denied('daily loss'));
      paper.pass();
      expect(await paper.place('d', { quantity: 1 })).toMatchObject({ status: 'accepted' });
    });
  });

  describe('once a limit is reached', () => {
    const settings = { dailyLoss: new Decimal(100), timeZone: 'UTC', collarPercent: 50 };
    const lower: Script = [90, 90, 90, 90];
    const sell = (quantity: number, more = {}) => ({ side: 'sell' as const, quantity, ...more });

    /** Long 50, with a loss of 500 today. */
    async function losing(...more: Script[]) {
      const paper = account([still, still, lower, ...more], { settings });
      await paper.place('a', { quantity: 50, stopLoss: 80 });
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      paper.pass();
      await paper.exchange.tick();
      return paper;
    }

    test('an order that goes through zero is denied, however large the position', async () => {
      const paper = await losing();
      expect(await paper.place('b', sell(100))).toMatchObject(denied('daily loss'));
      expect(await paper.place('c', sell(50.0001))).toMatchObject(denied('daily loss'));
      expect(await paper.place('d', sell(50))).toMatchObject({
        status: 'accepted',
        reduceOnly: true,
      });
    });

    test('an order that would go through zero with one that works is denied', async () => {
      const paper = await losing();
      const far = { type: 'limit', limitPrice: 95 } as const;
      await changeGates(db(), { accountId: paper.accountId, by: 'ann' }, { dailyLoss: 9_000 });
      const turns = await paper.place('turns', sell(51, far));
      expect(turns).toMatchObject({ status: 'accepted', reduceOnly: false });
      await changeGates(db(), { accountId: paper.accountId, by: 'ann' }, {});
      expect(await paper.place('b', sell(1))).toMatchObject(denied('daily loss'));
    });

    test('orders that reduce take nothing from what others may sell', async () => {
      const paper = await losing();
      const reduces = { status: 'accepted', reduceOnly: true };
      const far = { type: 'limit', limitPrice: 95 } as const;
      expect(await paper.place('b', sell(50, far))).toMatchObject(reduces);
      expect(await paper.place('c', sell(50))).toMatchObject(reduces);
    });

    test('an order that was accepted to reduce sells nothing once the stop has sold it', async () => {
      const paper = await losing([85, 85, 79, 82], [82, 99, 82, 98]);
      await paper.place('b', sell(50, { type: 'limit', limitPrice: 95 }));
      paper.pass(2);
      await paper.exchange.tick();
      const { positions, openOrders } = await paper.exchange.portfolio();
      expect([positions, openOrders]).toEqual([[], []]);
      const rows = await paper.rows();
      expect(rows.find(({ type }) => type === 'limit')).toMatchObject({
        status: 'canceled',
        reason: 'no position left to close',
      });
      expect(
        await reconcile({ db: db(), market: paper.market, settings: paper.settings }),
      ).toBeNull();
    });

    test('what is held of a symbol that is not allowed any more can be sold', async () => {
      const paper = account([still, still]);
      await paper.place('a');
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      await changeGates(db(), { accountId: paper.accountId, by: 'ann' }, { symbols: ['XYZ'] });
      expect(await paper.place('b', sell(11))).toMatchObject(denied('allowed symbols'));
      expect(await paper.place('c', sell(10))).toMatchObject({ status: 'accepted' });
    });
  });

  test('an order whose market gives no price is denied, and says so', async () => {
    const paper = account([still]);
    const { snapshot } = paper.market;
    for (const price of [Number.NaN, 0, undefined as unknown as number]) {
      paper.market.snapshot = async (symbol) => ({ ...(await snapshot(symbol)), price });
      expect(await paper.place(`a${price}`)).toMatchObject({
        status: 'denied',
        reason: 'known price: there is no market price of ABC; order again when there is one',
      });
    }
  });

  describe('a position of earlier days', () => {
    const settings = { dailyLoss: new Decimal(100), timeZone: 'UTC', collarPercent: 90 };
    const flat = (price: number): Script => [price, price, price, price];

    async function hold(prices: number[]) {
      const paper = account(prices.map(flat), { settings, timeframe: '1d' });
      await paper.place('a', { quantity: 20 });
      for (let day = 1; day < prices.length; day += 1) {
        paper.pass();
        await paper.exchange.settle(paper.id('a'));
      }
      return paper;
    }
    const one = { quantity: 1, referencePrice: 90 };

    test('that has lost before, and loses nothing today, keeps no order out', async () => {
      const paper = await hold([100, 100, 80, 80]);
      expect(await paper.place('b', one)).toMatchObject({ status: 'accepted' });
      expect((await paper.exchange.portfolio()).gateUse.dayResult!.toNumber()).toBe(0);
    });

    test('that has gained before does not hide what it loses today, also after a restart', async () => {
      const paper = await hold([100, 100, 140, 130]);
      const { gateUse } = await paper.exchange.portfolio();
      expect(gateUse.dayResult!.toNumber()).toBe(-200);
      expect(await paper.place('b', one)).toMatchObject(denied('daily loss'));
      expect(await paper.restart().placeOrder(paper.request('c', one))).toMatchObject(
        denied('daily loss'),
      );
    });

    test('is shown as unknown while no source has the start of the day, and no order adds to a position', async () => {
      const paper = await hold([100, 100, 140, 130]);
      paper.market.range = async () => {
        throw new ToolError('no past prices', { retryable: true });
      };
      const { positions, equity, gateUse } = await paper.exchange.portfolio();
      expect(positions).toHaveLength(1);
      expect(equity.toNumber()).toBe(10_000 - 20 * 100 * 1.01 + 20 * 130);
      expect(gateUse.dayResult).toBeNull();
      await expect(paper.place('b', one)).rejects.toThrow('no past prices');
    });

    test('counts again once the limit is set while Baton runs', async () => {
      const paper = account([100, 100, 140, 130].map(flat), {
        settings: { ...settings, dailyLoss: null },
        timeframe: '1d',
      });
      await paper.place('a', { quantity: 20 });
      paper.pass(3);
      await changeGates(db(), { accountId: paper.accountId, by: 'ann' }, { dailyLoss: 150 });
      expect(await paper.place('b', one)).toMatchObject(denied('daily loss'));
    });
  });

  describe('events and records', () => {
    test('that do not agree stop trading after a restart, until they do', async () => {
      const paper = account([still, still, still]);
      await paper.place('a');
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      await paper.place('rests', { type: 'limit', limitPrice: 90 });
      const [false_] = await db()
        .insert(ledger)
        .values({ accountId: paper.accountId, kind: 'deposit', amount: '1000' })
        .returning();
      const restarted = paper.restart();
      const reason = expect.stringMatching(/^reconciliation: .*the cash is 8990 .*9990/);
      expect(await restarted.placeOrder(paper.request('b'))).toMatchObject({
        status: 'denied',
        reason,
      });
      expect(await readTradingTerms(db(), paper.accountId)).toMatchObject({
        mismatch: expect.stringContaining('the cash is 8990'),
      });
      // Nothing is filled either, and a cancel is at least noted.
      await expect(restarted.cancelOrder(paper.id('rests'), 'now')).rejects.toMatchObject({
        retryable: true,
        message: expect.stringContaining('trading is stopped'),
      });
      // Who had begun before does not trade on it either.
      expect(await paper.place('d')).toMatchObject(denied('reconciliation'));
      await db().delete(ledger).where(eq(ledger.id, false_!.id));
      expect(await restarted.placeOrder(paper.request('c'))).toMatchObject({ status: 'accepted' });
      expect(
        (await paper.rows()).find(({ clientOrderId }) => clientOrderId === paper.id('rests')),
      ).toMatchObject({ status: 'canceled' });
    });

    test('that do not agree let a tick book nothing, and it says so', async () => {
      const flat = (price: number): Script => [price, price, price, price];
      const paper = account([flat(100), flat(100), flat(300), flat(300)], {
        settings: { allowShort: true, grossExposure: 9, positionShare: null },
        timeframe: '1d',
      });
      await paper.place('short', { side: 'sell', quantity: 90 });
      paper.pass();
      await paper.exchange.tick();
      const before = await paper.events();
      const [wrong] = await db()
        .insert(ledger)
        .values({ accountId: paper.accountId, kind: 'deposit', amount: '1000' })
        .returning();
      const restarted = paper.restart();
      paper.pass();
      await expect(restarted.tick()).rejects.toMatchObject({
        retryable: false,
        message: expect.stringMatching(
          `^Account ${paper.accountId} is blocked because its records do not match its events`,
        ),
      });
      expect(await paper.events()).toEqual(before);
      await db().delete(ledger).where(eq(ledger.id, wrong!.id));
      await restarted.tick();
      paper.pass();
      await restarted.tick();
      const kinds = (await paper.events()).slice(before.length).map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(['margin_call', 'borrow_fee', 'filled']));
    });

    test('of an account that is older than its events begin with what it holds', async () => {
      const paper = account([still, still, still, still]);
      await paper.place('a');
      paper.pass();
      await paper.exchange.settle(paper.id('a'));
      await paper.place('b', { quantity: 5 });
      await db().delete(tradingEvents).where(eq(tradingEvents.accountId, paper.accountId));
      // As the first migration leaves what was filled before it.
      await db()
        .update(orders)
        .set({ filledQuantity: '0', matchFrom: null })
        .where(eq(orders.accountId, paper.accountId));
      const restarted = paper.restart();
      paper.pass();
      expect(await restarted.settle(paper.id('b'))).toMatchObject({ status: 'filled' });
      expect((await paper.events()).map(({ kind }) => kind)).toEqual(['adopted', 'filled']);
      const filled = (await paper.rows()).map(({ filledQuantity }) => Number(filledQuantity));
      expect(filled.toSorted()).toEqual([10, 5]);
      expect(await paper.restart().placeOrder(paper.request('c', { quantity: 1 }))).toMatchObject({
        status: 'accepted',
      });
    });
  });

  test('what each gate says can be asked without ordering', async () => {
    const paper = account([still]);
    const checks = await paper.exchange.checkOrders([paper.request('a', { quantity: 90 })]);
    expect(checks.map(({ gate }) => gate)).toEqual(gates.map(({ name }) => name));
    expect(checks.filter(({ denial }) => denial !== null)).toEqual([]);
    const far = await paper.exchange.checkOrders([paper.request('a', { quantity: 2_000 })]);
    expect(far.filter(({ denial }) => denial !== null).map(({ gate }) => gate)).toEqual([
      'order limit',
      'gross exposure',
      'position share',
      'cash',
    ]);
    expect(await paper.rows()).toEqual([]);
  });
});
