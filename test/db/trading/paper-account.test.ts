import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperAccountId } from '../../../contracts/trading/orders.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { paperAccountReader } from '../../../db/trading/paper-account.ts';
import { scriptedAccount } from '../../activities/trading/exchange/scripted-account.ts';
import type { Script } from '../../activities/trading/exchange/scripted-market.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const still: Script = [100, 100, 100, 100];

describe('of several accounts on one database', () => {
  it('each knows its own fills alone, however they alternate', async () => {
    const accounts = [1, 2].map(() => scriptedAccount(database.db, [still, still, still, still]));
    for (const round of ['a', 'b', 'c']) {
      for (const [index, account] of accounts.entries()) {
        await account.place(round, { quantity: index + 1 });
        account.pass();
        await account.exchange.settle(account.id(round));
      }
    }
    const held = await Promise.all(accounts.map(({ exchange }) => exchange.portfolio()));
    expect(held.map(({ positions }) => positions[0]?.quantity.toNumber())).toEqual([3, 6]);
    const anew = await Promise.all(accounts.map((account) => account.restart().portfolio()));
    expect(anew).toEqual(held);
  });

  it('each has its own ids of orders: what is placed under one of another is refused', async () => {
    const [one, other] = [1, 2].map(() => scriptedAccount(database.db, [still, still]));
    const request = one!.request('shared', { type: 'limit', limitPrice: 97 });
    expect(await one!.exchange.placeOrder(request)).toMatchObject({ status: 'accepted' });
    await expect(other!.exchange.placeOrder(request)).rejects.toMatchObject({
      retryable: false,
      fault: 'conflict',
      message: expect.stringContaining('of another account'),
    });
    expect(await other!.exchange.wasTaken(request.clientOrderId)).toBe(false);
    expect(await one!.exchange.wasTaken(request.clientOrderId)).toBe(true);
  });

  it('the paper account is read without the others, whose orders it cannot cancel', async () => {
    const reader = paperAccountReader(database.db, paperAccountId);
    const other = scriptedAccount(database.db, [still, still]);
    await other.place('filled', { quantity: 7 });
    other.pass();
    await other.exchange.settle(other.id('filled'));
    await other.place('works', { type: 'limit', limitPrice: 97 });
    expect(await reader.sums()).toBeUndefined();

    const settings = { accountId: paperAccountId };
    const own = scriptedAccount(database.db, [still, still], { settings });
    const { clientOrderId } = await own.exchange.placeOrder({
      ...own.request('own', { quantity: 2 }),
      clientOrderId: 'own',
    });
    own.pass();
    await own.exchange.settle(clientOrderId);
    expect(await reader.sums()).toMatchObject({ cash: '9798', reserved: '0' });
    const orders = await reader.orders({ limit: 10 });
    expect(orders.map(({ order }) => order.clientOrderId)).toEqual(['own']);
    expect((await reader.fills(10)).map(({ order }) => order.clientOrderId)).toEqual(['own']);
    expect(await reader.order('own')).toMatchObject({ order: { status: 'filled' } });
    expect(await reader.order(other.id('works'))).toBeUndefined();
    await reader.cancel(other.id('works'), 'not mine');
    expect(await other.exchange.openOrders()).toMatchObject([{ status: 'accepted' }]);
  });
});
