import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { turnKillSwitch } from '../../../../db/trading/terms.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];

describe.each(databases)('an order that is replaced on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  type Account = ReturnType<typeof account>;
  type Change = Partial<Record<'quantity' | 'limitPrice' | 'stopPrice', number>>;
  let count = 0;

  function replace(paper: Account, name: string, change: Change, id = `r${(count += 1)}`) {
    const exact = Object.entries(change).map(([key, value]) => [key, new Decimal(value)]);
    return paper.exchange.replaceOrder({
      replacementId: id,
      clientOrderId: name.length === 64 ? name : paper.id(name),
      referencePrice: new Decimal(100),
      ...Object.fromEntries(exact),
    });
  }
  const fillsOf = async (paper: Account) =>
    (await paper.exchange.trades({ limit: 50 }))
      .toReversed()
      .map(
        ({ order, fill }) =>
          `${order.clientOrderId.replace(`${paper.accountId}/`, '')} ${fill.quantity}@${fill.price} ${fill.liquidity}`,
      );
  async function isSound(paper: Account): Promise<void> {
    const { market, settings } = paper;
    expect(await reconcile({ db: db(), market, settings })).toBeNull();
  }
  const limit = (quantity: number, limitPrice = 95) =>
    ({ type: 'limit', quantity, limitPrice }) as const;

  test('keeps its place with a smaller quantity, and loses it with a larger one or another price', async () => {
    const dip: Script = [100, 100, 94, 100, 300];
    const paper = account([still, still, dip, still, still]);
    for (const name of ['a', 'b', 'c', 'd']) await paper.place(name, limit(20));
    await replace(paper, 'a', { quantity: 5 });
    await replace(paper, 'b', { quantity: 21 });
    await replace(paper, 'c', { limitPrice: 95.5 });
    paper.pass(2);
    await paper.exchange.tick();
    expect(await fillsOf(paper)).toEqual(['a 5@95 maker', 'd 20@95 maker', 'b 5@95 maker']);
    await isSound(paper);
  });

  test('keeps what was filled, and holds cash for the rest', async () => {
    const dip: Script = [100, 100, 94, 100, 40];
    const paper = account([still, dip, [94, 94, 93, 94], still], {
      settings: { makerFeeBasisPoints: 0, takerFeeBasisPoints: 0 },
    });
    await paper.place('a', limit(10));
    paper.pass();
    await paper.exchange.tick();
    expect(await paper.sums()).toEqual({ cash: 9_620, reserved: 570 });
    const replaced = await replace(paper, 'a', { quantity: 8, limitPrice: 94 });
    expect([replaced.quantity.toNumber(), replaced.status]).toEqual([8, 'partially_filled']);
    expect(await paper.sums()).toEqual({ cash: 9_620, reserved: 376 });
    await expect(replace(paper, 'a', { quantity: 4 })).rejects.toThrow(
      '4 of the order is already filled',
    );
    paper.pass();
    await paper.exchange.tick();
    // As one that was ordered now, it takes what the bar opens with.
    expect(await fillsOf(paper)).toEqual(['a 4@95 maker', 'a 4@94 taker']);
    expect(await paper.sums()).toEqual({ cash: 9_244, reserved: 0 });
    await isSound(paper);
  });

  test('works on as it was where a gate denies what is asked for', async () => {
    const paper = account([still, still, [100, 100, 94, 100]]);
    await paper.place('a', limit(10));
    const before = await paper.sums();
    await expect(replace(paper, 'a', { quantity: 200 })).rejects.toThrow(/stays as it was/);
    await expect(replace(paper, 'a', { limitPrice: 120 })).rejects.toThrow(/price collar/);
    await expect(replace(paper, 'a', { stopPrice: 105 })).rejects.toThrow(
      /does not take stopPrice/,
    );
    await expect(replace(paper, 'a', { limitPrice: 95 })).rejects.toThrow(
      /already has these values/,
    );
    expect(await paper.sums()).toEqual(before);
    paper.pass(2);
    await paper.exchange.tick();
    expect(await fillsOf(paper)).toEqual(['a 10@95 maker']);
    await expect(replace(paper, 'a', { quantity: 20 })).rejects.toThrow(/is no longer open/);
    await isSound(paper);
  });

  test('is not checked against itself: its own cash and worth are free for it', async () => {
    const paper = account([still, still], { settings: { takerFeeBasisPoints: 0 } });
    await paper.place('a', limit(100, 99));
    const replaced = await replace(paper, 'a', { limitPrice: 99.5 });
    expect(replaced.limitPrice!.toNumber()).toBe(99.5);
    await isSound(paper);
  });

  test('is replaced once, though the call comes twice, and is still the order that was placed', async () => {
    const paper = account([still, still]);
    await paper.place('a', limit(10));
    await replace(paper, 'a', { quantity: 5 }, 'once');
    await replace(paper, 'a', { quantity: 5 }, 'once');
    const kinds = (await paper.events()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'replaced')).toHaveLength(1);
    expect((await paper.place('a', limit(10))).quantity.toNumber()).toBe(5);
    await expect(paper.place('a', limit(9))).rejects.toThrow(/Another order/);
  });

  test('may be a stop or a target, at another price and no other quantity, also under the kill switch', async () => {
    const paper = account([still, still, still, [100, 100, 90, 100]]);
    await paper.place('entry', { stopLoss: 90, takeProfit: 120 });
    paper.pass();
    await paper.exchange.tick();
    const who = { accountId: paper.accountId, by: 'ann' };
    await turnKillSwitch(db(), who, { on: true, cancelOrders: true });
    const stop = (await paper.rows()).find(({ leg }) => leg === 'stop')!.clientOrderId;
    await expect(replace(paper, stop, { quantity: 5 })).rejects.toThrow(/the same quantity/);
    await expect(replace(paper, stop, { stopPrice: 101 })).rejects.toThrow(/triggers at once/);
    await replace(paper, stop, { stopPrice: 95 });
    await isSound(paper);
    paper.pass(2);
    await paper.exchange.tick();
    expect(await fillsOf(paper)).toEqual(['entry 10@100 taker', `${stop} 10@95 taker`]);
    await isSound(paper);
  });

  describe('that is a stop, within a bar', () => {
    /** Holds 10 from 100 with a stop at 90, and adds to it at 110. The market is in the middle of its next bar. */
    async function holding(bar: Script) {
      const script: Script[] = [still, still, bar, [92, 92, 92, 92], still];
      const paper = account(script, { settings: { staleAfterMs: 3_600_000 } });
      await paper.place('entry', { stopLoss: 90 });
      paper.pass();
      await paper.exchange.tick();
      await paper.place('adds', { type: 'stop', stopPrice: 110 });
      const { snapshot } = paper.market;
      paper.market.snapshot = async (symbol) => {
        const { now, ...rest } = await snapshot(symbol);
        return { ...rest, now: new Date(Date.parse(now) + 1_800_000).toISOString() };
      };
      const stop = (await paper.rows()).find(({ leg }) => leg === 'stop')!.clientOrderId;
      return { paper, stop };
    }

    test.each([95, 85])('protects at its old price until the bar ends, then at %s', async (to) => {
      const { paper, stop } = await holding([100, 100, 89, 91]);
      await replace(paper, stop, { stopPrice: to });
      paper.pass();
      await paper.exchange.tick();
      expect(await fillsOf(paper)).toEqual(['entry 10@100 taker', `${stop} 10@90 taker`]);
      await isSound(paper);
    });

    test('is not filled by what the bar did before, and at its new price by the next one', async () => {
      const { paper, stop } = await holding([100, 100, 94, 98]);
      await replace(paper, stop, { stopPrice: 92 });
      await replace(paper, stop, { stopPrice: 95 });
      paper.pass();
      await paper.exchange.tick();
      expect(await fillsOf(paper)).toEqual(['entry 10@100 taker']);
      await isSound(paper);
      paper.pass();
      await paper.restart().tick();
      expect(await fillsOf(paper)).toEqual(['entry 10@100 taker', `${stop} 10@92 taker`]);
      await isSound(paper);
    });

    test('an order that may open something waits for the next bar, as a new one would', async () => {
      const { paper } = await holding([100, 111, 100, 100]);
      await replace(paper, 'adds', { stopPrice: 105 });
      paper.pass();
      await paper.exchange.tick();
      expect(await fillsOf(paper)).toEqual(['entry 10@100 taker']);
    });
  });

  test('counts as one of the orders of a minute', async () => {
    const paper = account([still, still], { settings: { ordersPerMinute: 2 } });
    await paper.place('a', limit(10));
    await replace(paper, 'a', { limitPrice: 94 });
    expect(await paper.place('b', limit(10))).toMatchObject({ status: 'denied' });
    await expect(replace(paper, 'a', { limitPrice: 93 })).rejects.toThrow(/order rate/);
  });
});
