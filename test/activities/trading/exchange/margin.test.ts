import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { bookAfter } from '../../../../activities/trading/exchange/book/apply-event.ts';
import { forcedQuantities, marginOf } from '../../../../activities/trading/exchange/margin.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { turnKillSwitch } from '../../../../db/trading/terms.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const still: Script = [100, 100, 100, 100];
const at = (price: number): Script => [price, price, price, price];

describe.each(databases)('the margin of an account on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  const settings = {
    allowShort: true,
    grossExposure: 5,
    positionShare: null,
    takerFeeBasisPoints: 0,
  };

  test('a short that is worth too much for the equity is closed in part with the next bar', async () => {
    // At 165 the equity is 4,150 and 30 % of the short is 4,455: 305 / 0.3 is to be closed.
    const paper = account([still, still, at(165), at(166), at(166)], { settings });
    await paper.place('short', { side: 'sell', quantity: 90 });
    paper.pass();
    await paper.exchange.tick();
    expect((await paper.events()).map(({ kind }) => kind)).not.toContain('margin_call');
    paper.pass();
    await paper.exchange.tick();
    await paper.exchange.tick();
    const called = (await paper.events()).filter(({ kind }) => kind === 'margin_call');
    expect(called).toMatchObject([{ symbol: 'ABC', equity: '4150', required: '4455' }]);
    expect((await paper.rows()).filter(({ leg }) => leg === 'margin')).toMatchObject([
      { side: 'buy', type: 'market', status: 'accepted', reduceOnly: true },
    ]);
    paper.pass();
    await paper.exchange.tick();
    const [trade] = await paper.exchange.trades({ limit: 1 });
    expect([trade!.order.leg, trade!.fill.price.toNumber()]).toEqual(['margin', 166]);
    expect(trade!.fill.quantity.toNumber()).toBe(6.1617);
    expect(
      bookAfter(await paper.events())
        .positions.get('ABC')!
        .quantity.toNumber(),
    ).toBe(-83.8383);
    expect(
      await reconcile({ db: db(), market: paper.market, settings: paper.settings }),
    ).toBeNull();
  });

  test('an account that is worth less than nothing closes all of it, also with the kill switch on', async () => {
    const paper = account([still, still, at(300), at(300), at(300)], { settings });
    await paper.place('short', { side: 'sell', quantity: 90 });
    paper.pass();
    await paper.exchange.tick();
    const who = { accountId: paper.accountId, by: 'ann' };
    await turnKillSwitch(db(), who, { on: true, cancelOrders: true });
    paper.pass();
    await paper.exchange.tick();
    paper.pass();
    await paper.exchange.tick();
    const { positions, cash } = await paper.exchange.portfolio();
    expect([positions, cash.toNumber()]).toEqual([[], 10_000 + 9_000 - 27_000]);
    await paper.exchange.tick();
    expect((await paper.rows()).filter(({ leg }) => leg === 'margin')).toHaveLength(1);
  });

  test('a long that is paid needs none', async () => {
    const paper = account([still, still, at(1)], { settings });
    await paper.place('long', { quantity: 90 });
    paper.pass(2);
    await paper.exchange.tick();
    expect((await paper.events()).map(({ kind }) => kind)).not.toContain('margin_call');
  });
});

describe('what a margin call closes', () => {
  const book = bookAfter([
    {
      kind: 'adopted',
      cash: '-500',
      positions: [
        { symbol: 'A', quantity: '10', averagePrice: '100' },
        { symbol: 'B', quantity: '-5', averagePrice: '100' },
      ],
      orders: [],
    },
  ]);
  const prices = new Map([
    ['A', new Decimal(100)],
    ['B', new Decimal(100)],
  ]);

  test('counts longs too while cash is owed, and takes the largest first', () => {
    const margin = marginOf(book, prices, { equity: new Decimal(0), share: 0.3 });
    expect([margin.required.toNumber(), margin.excess.toNumber()]).toEqual([450, 1_500]);
    const half = { ...margin, excess: new Decimal(1_200) };
    const quantities = forcedQuantities(book, prices, half);
    expect([...quantities].map(([symbol, quantity]) => [symbol, quantity.toNumber()])).toEqual([
      ['A', 10],
      ['B', 2],
    ]);
  });

  test('is nothing where the equity is enough', () => {
    const margin = marginOf(book, prices, { equity: new Decimal(450), share: 0.3 });
    expect(forcedQuantities(book, prices, margin).size).toBe(0);
  });
});
