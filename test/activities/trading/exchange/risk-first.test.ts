import { describe, expect, test } from 'vitest';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];

describe.each(databases)('what reduces a position on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  const settings = { allowShort: true, grossExposure: 3, positionShare: null, collarPercent: null };
  const fillsOf = async (paper: ReturnType<typeof account>) =>
    (await paper.exchange.trades({ limit: 20 }))
      .map(({ order, fill }) => [order.leg, order.side, +fill.quantity, +fill.price])
      .toReversed();

  test('a stop closes a short although other orders hold all the cash', async () => {
    const paper = account([still, still, [108, 109, 107, 108]], { settings });
    await paper.place('short', { side: 'sell', quantity: 50, stopLoss: 105 });
    paper.pass();
    await paper.exchange.settle(paper.id('short'));
    // It leaves 58 of the cash free, and the gap costs 151 more than the stop holds.
    const resting = { type: 'limit', limitPrice: 94, quantity: 101 } as const;
    expect(await paper.place('resting', resting)).toMatchObject({ status: 'accepted' });
    paper.pass();
    await paper.exchange.tick();
    expect(await fillsOf(paper)).toEqual([
      ['entry', 'sell', 50, 100],
      ['stop', 'buy', 50, 108],
    ]);
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
  });

  test('a stop closes a short that costs more than the account has, which then owes it', async () => {
    const paper = account([still, still, [260, 261, 259, 260]], { settings });
    await paper.place('short', { side: 'sell', quantity: 90, stopLoss: 105 });
    paper.pass(2);
    await paper.exchange.tick();
    const { positions, cash } = await paper.exchange.portfolio();
    expect(positions).toEqual([]);
    expect(cash.toNumber()).toBe(10_000 + 9_000 - 90 - 90 * 260 * 1.01);
    expect(
      await reconcile({ db: db(), market: paper.market, settings: paper.settings }),
    ).toBeNull();
  });

  test('what reduces may do nothing else, so that a stop of one’s own holds up no close', async () => {
    const paper = account([still, still, still, still], {
      settings: { ...settings, grossExposure: 1 },
    });
    await paper.place('short', { side: 'sell', quantity: 90 });
    paper.pass();
    await paper.exchange.settle(paper.id('short'));
    const own = { type: 'stop', stopPrice: 105, quantity: 90 } as const;
    expect(await paper.place('own', own)).toMatchObject({ status: 'accepted', reduceOnly: true });
    expect(await paper.place('close', { quantity: 90 })).toMatchObject({ reduceOnly: true });
    paper.pass();
    await paper.exchange.tick();
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
    const left = (await paper.rows()).find(({ type }) => type === 'stop');
    expect(left?.reason).toBe('no position left to close');
  });

  test('a reduce-only order closes no more than is held, and is denied where that is nothing', async () => {
    const paper = account([still, still, still], { settings });
    const close = { side: 'sell', quantity: 100, reduceOnly: true } as const;
    expect(await paper.place('early', close)).toMatchObject({
      status: 'denied',
      reason: expect.stringContaining('the account has none in ABC'),
    });
    await paper.place('long', { quantity: 50 });
    paper.pass();
    await paper.exchange.settle(paper.id('long'));
    const adds = { ...close, side: 'buy' } as const;
    expect(await paper.place('adds', adds)).toMatchObject({ status: 'denied' });
    expect(await paper.place('close', close)).toMatchObject({ reduceOnly: true });
    paper.pass();
    await paper.exchange.tick();
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
    expect((await fillsOf(paper)).at(-1)).toEqual(['entry', 'sell', 50, 100]);
  });

  test('a sale of what is held sells nothing short once a stop has closed it', async () => {
    const script: Script[] = [still, still, [94, 95, 93, 94], [111, 112, 110, 111]];
    const paper = account(script, { settings });
    await paper.place('long', { quantity: 50, stopLoss: 95 });
    paper.pass();
    await paper.exchange.settle(paper.id('long'));
    await paper.place('sells', { side: 'sell', type: 'limit', limitPrice: 104, quantity: 50 });
    paper.pass(2);
    await paper.exchange.tick();
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
  });

  test('a stop gets the volume of a bar before orders that were there earlier', async () => {
    const thin: Script = [94, 94, 94, 94, 100];
    const paper = account([still, still, thin], { settings });
    await paper.place('long', { quantity: 10, stopLoss: 95 });
    await paper.place('adds', { type: 'limit', limitPrice: 95, quantity: 20 });
    paper.pass(2);
    await paper.exchange.tick();
    expect(await fillsOf(paper)).toEqual([
      ['entry', 'buy', 10, 100],
      ['stop', 'sell', 10, 94],
    ]);
  });

  test('orders that open are served as they were submitted', async () => {
    const thin: Script = [100, 100, 90, 100, 100];
    const paper = account([still, thin], { settings });
    await paper.place('limit', { type: 'limit', limitPrice: 95, quantity: 8 });
    await paper.place('market', { quantity: 8 });
    paper.pass();
    await paper.exchange.tick();
    expect(await fillsOf(paper)).toEqual([
      ['entry', 'buy', 8, 95],
      ['entry', 'buy', 2, 100],
    ]);
  });

  describe('on the bar of the entry', () => {
    const bracket = { stopLoss: 95, takeProfit: 110 };

    test.each([
      ['a market order', { type: 'market' }, [100, 104, 94, 96], 'stop', 95],
      ['a market order, up to its target', { type: 'market' }, [100, 112, 99, 111], 'target', 110],
      ['a market order, by both', { type: 'market' }, [100, 112, 94, 100], 'stop', 95],
      [
        'a limit order within the bar',
        { type: 'limit', limitPrice: 98 },
        [100, 104, 94, 96],
        'stop',
        95,
      ],
      [
        'a stop order within the bar',
        { type: 'stop', stopPrice: 102 },
        [100, 112, 99, 104],
        'target',
        110,
      ],
    ] as const)('%s is closed again', async (_name, order, bar, leg, price) => {
      const paper = account([still, [...bar] as Script]);
      await paper.place('entry', { ...order, ...bracket });
      paper.pass();
      await paper.exchange.tick();
      expect((await fillsOf(paper)).at(-1)).toEqual([leg, 'sell', 10, price]);
      expect((await paper.exchange.portfolio()).positions).toEqual([]);
    });

    test.each([
      [
        'the high that a limit order may not have seen',
        { type: 'limit', limitPrice: 98 },
        [100, 112, 97, 99],
      ],
      [
        'the low that a stop order may not have seen',
        { type: 'stop', stopPrice: 102 },
        [100, 104, 94, 103],
      ],
    ] as const)('%s closes nothing', async (_name, order, bar) => {
      const paper = account([still, [...bar] as Script]);
      await paper.place('entry', { ...order, ...bracket });
      paper.pass();
      await paper.exchange.tick();
      expect(await fillsOf(paper)).toHaveLength(1);
      expect((await paper.exchange.portfolio()).positions).toHaveLength(1);
    });
  });
});
