import { describe, expect, test } from 'vitest';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];
const rise: Script = [100, 111, 99, 110];

describe.each(databases)('a trailing stop on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  type Account = ReturnType<typeof account>;

  const latest = async (paper: Account) => {
    const [trade] = await paper.exchange.trades({ limit: 1 });
    return `${trade!.order.side} ${trade!.fill.quantity}@${trade!.fill.price}`;
  };
  const stopPrices = async (paper: Account) =>
    (await paper.exchange.openOrders()).map(({ stopPrice }) => stopPrice?.toNumber());
  async function isSound({ market, settings }: Account): Promise<void> {
    expect(await reconcile({ db: db(), market, settings })).toBeNull();
  }

  test('of its own follows the closes at a distance that is fixed as it is accepted', async () => {
    const paper = account([still, still, rise, [110, 110, 104, 105]]);
    await paper.place('entry', { quantity: 10 });
    paper.pass();
    await paper.exchange.tick();
    const trailing = { side: 'sell', type: 'trailing_stop', trailPercent: 5 } as const;
    const placed = await paper.place('trailing', trailing);
    expect([placed.stopPrice!.toNumber(), placed.trailAmount!.toNumber()]).toEqual([95, 5]);
    paper.pass();
    await paper.exchange.tick();
    expect(await stopPrices(paper)).toEqual([105]);
    // The same call again is the same order.
    expect((await paper.place('trailing', trailing)).stopPrice!.toNumber()).toBe(105);
    await expect(paper.place('trailing', { ...trailing, trailPercent: 4 })).rejects.toThrow(
      /Another order/,
    );
    paper.pass();
    await paper.restart().tick();
    expect(await latest(paper)).toBe('sell 10@105');
    await isSound(paper);
  });

  test('of an entry closes what each of its fills has opened', async () => {
    const paper = account([still, rise, [100, 100, 94, 95], still]);
    await paper.place('entry', { side: 'sell', quantity: 10, trailAmount: 12, takeProfit: 90 });
    paper.pass();
    await paper.exchange.tick();
    expect(await stopPrices(paper)).toEqual([112, undefined]);
    paper.pass();
    await paper.exchange.tick();
    expect(await stopPrices(paper)).toEqual([107, undefined]);
    await isSound(paper);
  });

  test.each([
    ['no distance', { type: 'trailing_stop' }, /needs a distance/],
    ['two distances', { trailAmount: 5, trailPercent: 5 }, /one distance/],
    ['a stop price of its own', { type: 'trailing_stop', stopPrice: 95, trailAmount: 5 }, null],
    ['a distance that no price can fall by', { trailAmount: 100 }, /must be below it/],
  ] as const)(
    'with %s is denied, or has the price of its distance',
    async (_name, wrong, reason) => {
      const paper = account([still, still]);
      const order = await paper.place('wrong', { side: 'sell', ...wrong });
      if (reason)
        expect(order).toMatchObject({ status: 'denied', reason: expect.stringMatching(reason) });
      else expect(order.stopPrice!.toNumber()).toBe(95);
    },
  );
});
