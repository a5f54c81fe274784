import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { bookAfter } from '../../../../activities/trading/exchange/book/apply-event.ts';
import { borrowFee } from '../../../../activities/trading/exchange/borrow-fees.ts';
import { reconcile } from '../../../../activities/trading/exchange/reconcile.ts';
import { ledger } from '../../../../db/trading/schema/trading.ts';
import { databases } from '../../../support/databases.ts';
import { accountsOn } from './scripted-account.ts';
import type { Script } from './scripted-market.ts';

const at = (price: number): Script => [price, price, price, price];

test('a day costs a 365th of the annual fee on what the short is worth', () => {
  const fee = borrowFee(new Decimal(-10), new Decimal(109.5), 5);
  expect(fee.toFixed()).toBe('0.15');
});

describe.each(databases)('what shorts pay to borrow on $name', ({ open }) => {
  const { db, account } = accountsOn(open);
  const settings = { allowShort: true, takerFeeBasisPoints: 0, borrowFeePercent: 36.5 };
  const daily = { settings, timeframe: '1d' as const };
  type Account = ReturnType<typeof account>;

  const feesOf = async (paper: Account) =>
    (await paper.events()).flatMap((event) =>
      event.kind === 'borrow_fee'
        ? [`${event.day} ${event.quantity}@${event.price} ${event.amount}`]
        : [],
    );
  const isSound = async (paper: Account) => {
    const mismatch = await reconcile({ db: db(), market: paper.market, settings: paper.settings });
    const { cash, borrowFees } = await paper.exchange.portfolio();
    const book = bookAfter(await paper.events());
    expect([mismatch, book.cash.toFixed()]).toEqual([null, cash.toFixed()]);
    expect(book.borrowFees.toFixed()).toBe(borrowFees.toFixed());
  };

  test('a short pays for each day that it is held over, at the close of the day', async () => {
    const paper = account([at(100), at(100), at(120), at(120)], daily);
    await paper.place('short', { side: 'sell', quantity: 10 });
    paper.pass();
    await paper.exchange.tick();
    await paper.exchange.tick();
    expect(await feesOf(paper)).toEqual(['2020-01-07 10@100 1']);
    paper.pass(2);
    await paper.exchange.tick();
    expect(await feesOf(paper)).toEqual([
      '2020-01-07 10@100 1',
      '2020-01-08 10@120 1.2',
      '2020-01-09 10@120 1.2',
    ]);
    const { cash, borrowFees, gateUse } = await paper.exchange.portfolio();
    expect([cash.toNumber(), borrowFees.toNumber()]).toEqual([10_996.6, 3.4]);
    expect(gateUse.dayResult!.toNumber()).toBe(-1.2);
    await isSound(paper);
  });

  test('a day is paid for on what was held when it ended, though Baton looks later', async () => {
    const paper = account([at(100), at(100), at(100), at(110), at(110)], daily);
    await paper.place('short', { side: 'sell', quantity: 10 });
    paper.pass();
    await paper.exchange.tick();
    await paper.place('cover', { quantity: 4, type: 'limit', limitPrice: 90 });
    await paper.place('close', { quantity: 6 });
    paper.pass(3);
    await paper.exchange.tick();
    expect(await feesOf(paper)).toEqual([
      '2020-01-07 10@100 1',
      '2020-01-08 4@100 0.4',
      '2020-01-09 4@110 0.44',
    ]);
    await isSound(paper);
  });

  test('a long pays nothing, nor does a short that is closed on its day', async () => {
    const paper = account(
      Array.from({ length: 30 }, () => at(100)),
      { settings },
    );
    await paper.place('short', { side: 'sell', quantity: 10 });
    paper.pass();
    await paper.exchange.tick();
    await paper.place('turn', { quantity: 15 });
    paper.pass(28);
    await paper.exchange.tick();
    expect((await paper.exchange.portfolio()).positions).toMatchObject([{ symbol: 'ABC' }]);
    expect(await feesOf(paper)).toEqual([]);
  });

  test('what was sold short before shorts paid does so from its next fill on', async () => {
    const paper = account([at(100), at(100), at(100), at(100), at(100)], daily);
    await paper.place('short', { side: 'sell', quantity: 10 });
    paper.pass();
    await paper.exchange.settle(paper.id('short'));
    await db().update(ledger).set({ symbol: null, day: null });
    const later = paper.restart();
    paper.pass(2);
    await later.tick();
    await later.tick();
    expect(await feesOf(paper)).toEqual([]);
    await later.placeOrder(paper.request('more', { side: 'sell', quantity: 10 }));
    paper.pass();
    await later.tick();
    await later.tick();
    expect(await feesOf(paper)).toEqual(['2020-01-10 20@100 2']);
    await isSound(paper);
  });
});
