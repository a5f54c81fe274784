import { describe, expect, test } from 'vitest';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];

describe.each(databases)('orders of an OCO group on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  type Account = ReturnType<typeof account>;
  type Ordered = Parameters<Account['request']>[1];
  const settings = { takerFeeBasisPoints: 0 };

  const link = (paper: Account, orders: Record<string, Ordered>) =>
    paper.exchange.placeOrders(
      Object.entries(orders).map(([name, ordered]) => ({
        ...paper.request(name, ordered),
        group: `${paper.accountId} group`,
      })),
    );
  const nameOf = (paper: Account, id: string) => id.replace(`${paper.accountId}/`, '');
  const told = async (paper: Account) =>
    (await paper.rows())
      .toSorted((one, other) => one.sequence - other.sequence)
      .map(
        (row) => `${nameOf(paper, row.clientOrderId)} ${row.status} ${Number(row.filledQuantity)}`,
      );
  async function isSound({ market, settings: of }: Account): Promise<void> {
    expect(await reconcile({ db: db(), market, settings: of })).toBeNull();
  }
  const limit = (limitPrice: number) => ({ type: 'limit', limitPrice }) as const;
  const stop = (stopPrice: number) => ({ type: 'stop', stopPrice }) as const;

  test('one that is filled cancels the rest, and the group holds the reserve of the most expensive', async () => {
    const paper = account([still, still, [100, 106, 100, 105], still], { settings });
    await link(paper, { below: limit(95), above: stop(105), higher: stop(108) });
    expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 1_080 });
    paper.pass(2);
    await paper.exchange.tick();
    expect(await told(paper)).toEqual(['below canceled 0', 'above filled 10', 'higher canceled 0']);
    expect(await paper.sums()).toEqual({ cash: 8_950, reserved: 0 });
    await isSound(paper);
  });

  test('a partial fill of one reduces what is left of the others, which are reached on the same bar', async () => {
    const swing: Script = [100, 106, 94, 100, 40];
    const paper = account([still, swing, [100, 100, 94, 95, 300], still], { settings });
    await link(paper, { below: limit(95), above: stop(105) });
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual(['below partially_filled 4', 'above triggered 0']);
    const left = (await paper.exchange.openOrders()).map(({ remaining }) => remaining.toNumber());
    expect(left).toEqual([6, 6]);
    expect(await paper.sums()).toEqual({ cash: 9_620, reserved: 630 });
    await isSound(paper);
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual(['below filled 10', 'above canceled 0']);
    expect((await paper.sums()).reserved).toBe(0);
    await isSound(paper);
  });

  test('a bracket of a position closes it once, the stop first where a bar reaches both', async () => {
    const paper = account([still, still, [100, 111, 89, 100], still], { settings });
    await paper.place('entry');
    paper.pass();
    await paper.exchange.tick();
    await link(paper, {
      target: { side: 'sell', ...limit(110) },
      stop: { side: 'sell', ...stop(90) },
    });
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual(['entry filled 10', 'target canceled 0', 'stop filled 10']);
    expect((await paper.exchange.portfolio()).positions).toEqual([]);
    await isSound(paper);
  });

  test('is denied as a whole, and is the same group when it is placed again', async () => {
    const paper = account([still, still], { settings });
    const denied = await link(paper, { below: limit(95), above: stop(99) });
    expect(denied.map(({ status, reason }) => [status, reason])).toEqual([
      ['denied', expect.stringMatching(/^an order of its OCO group was denied: prices/)],
      ['denied', expect.stringMatching(/^prices/)],
    ]);
    const other = account([still, still], { settings });
    const placed = await link(other, { below: limit(95), above: stop(105) });
    expect(await link(other, { below: limit(95), above: stop(105) })).toEqual(placed);
    expect(await told(other)).toEqual(['below accepted 0', 'above accepted 0']);
  });

  test('one that ends alone leaves the others what they need of the reserve', async () => {
    const script: Script[] = [still, [110, 110, 100, 110], [110, 110, 90, 95], still];
    const paper = account(script, { settings: { ...settings, fillCollarPercent: 1 } });
    await link(paper, { below: limit(95), above: stop(105), lower: limit(94) });
    expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 1_050 });
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual(['below accepted 0', 'above canceled 0', 'lower accepted 0']);
    expect(await paper.sums()).toEqual({ cash: 10_000, reserved: 950 });
    await isSound(paper);
    expect(await paper.place('other', { quantity: 91 })).toMatchObject({ status: 'denied' });
    paper.pass();
    await paper.exchange.tick();
    expect(await told(paper)).toEqual([
      'below filled 10',
      'above canceled 0',
      'lower canceled 0',
      'other denied 0',
    ]);
    expect(await paper.sums()).toEqual({ cash: 9_050, reserved: 0 });
    await isSound(paper);
  });

  test('counts once for the exposure, and ends as a whole when one is canceled', async () => {
    const paper = account([still, still], { settings: { ...settings, positionShare: null } });
    await link(paper, {
      below: { quantity: 60, ...limit(95) },
      above: { quantity: 60, ...stop(105) },
    });
    expect((await paper.exchange.portfolio()).gateUse.grossExposure.toNumber()).toBe(6_000);
    await paper.exchange.cancelOrder(paper.id('above'), 'enough');
    expect(await told(paper)).toEqual(['below canceled 0', 'above canceled 0']);
    expect((await paper.sums()).reserved).toBe(0);
    await isSound(paper);
  });

  test('replaced at another price holds what the group then needs', async () => {
    const paper = account([still, still], { settings });
    const [below] = await link(paper, { below: limit(95), above: stop(105) });
    for (const [limitPrice, reserved] of [
      [96, 1_050],
      [104, 1_050],
    ] as const) {
      await paper.exchange.replaceOrder({
        replacementId: `to ${limitPrice}`,
        clientOrderId: below!.clientOrderId,
        limitPrice: below!.limitPrice!.minus(95).plus(limitPrice),
        referencePrice: below!.referencePrice,
      });
      expect((await paper.sums()).reserved).toBe(reserved);
      await isSound(paper);
    }
  });
});
