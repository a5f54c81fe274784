import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaperExchange } from '../../../../activities/trading/exchange/paper-exchange.ts';
import { openDatabase } from '../../../../db/open.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import {
  paperTradingTerms,
  readTradingTerms,
  turnKillSwitch,
} from '../../../../db/trading/terms.ts';
import { createPostgres } from '../../../support/postgres-database.ts';
import { scriptedAccount } from './scripted-account.ts';
import { testSealer } from '../../../support/keyring.ts';

const { TEST_DATABASE_URL: serverUrl } = process.env;
const still: [number, number, number, number] = [100, 100, 100, 100];
const hundred = Array.from({ length: 100 }, (_, index) => index);

// PGlite has one connection: what two processes do at once is only seen on a server.
describe.skipIf(serverUrl === undefined)('two workers with one account', () => {
  let drop: () => Promise<void>;
  let one: OpenDatabase;
  let two: OpenDatabase;

  beforeAll(async () => {
    const created = await createPostgres(serverUrl!);
    drop = created.drop;
    one = await openDatabase({ url: created.url, sealer: testSealer });
    two = await openDatabase({ url: created.url, sealer: testSealer });
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await drop();
  });

  function openAccount(script = [still, still, still]) {
    const account = scriptedAccount(one.db, script);
    const other = createPaperExchange({
      db: two.db,
      market: account.market,
      settings: account.settings,
    });
    return { account, workers: [account.exchange, other] as const };
  }

  it('make one order of a hundred requests for it, and one fill', async () => {
    const { account, workers } = openAccount();
    const request = account.request('a', { stopLoss: 90 });
    await Promise.all(hundred.map((index) => workers[index % 2]!.placeOrder(request)));
    expect(await account.rows()).toHaveLength(1);

    account.pass();
    await Promise.all(hundred.map((index) => workers[index % 2]!.settle(account.id('a'))));
    const orders = await account.rows();
    expect(orders.map(({ leg, status }) => [leg, status]).toSorted()).toEqual([
      ['entry', 'filled'],
      ['stop', 'accepted'],
    ]);
    expect(await account.exchange.trades({ limit: 10 })).toHaveLength(1);
    expect((await readTradingTerms(one.db, account.accountId)).mismatch).toBeNull();
  });

  it('agree on the totals of the account, whoever booked them', async () => {
    const rising = Array.from({ length: 12 }, (_, bar): [number, number, number, number] => {
      const price = 100 + bar;
      return [price, price + 2, price - 2, price];
    });
    const { account, workers } = openAccount(rising);
    for (const [round] of rising.slice(1).entries()) {
      await Promise.all(
        [0, 1, 2, 3].map((index) => {
          const ordered = { quantity: 1 + index, referencePrice: 100 + round };
          const side = index === 3 && round > 0 ? 'sell' : 'buy';
          const request = account.request(`${round}-${index}`, { ...ordered, side });
          return workers[index % 2]!.placeOrder(request);
        }),
      );
      account.pass();
      // Both look at once, and each remembers what it has seen.
      await Promise.all(workers.map((worker) => worker.openOrders()));
    }
    const [here, there, anew] = await Promise.all(
      [...workers, account.restart()].map((worker) => worker.portfolio()),
    );
    expect(here!.positions).toHaveLength(1);
    expect(await account.exchange.trades({ limit: 100 })).toHaveLength(44);
    expect(there).toEqual(here);
    expect(anew).toEqual(here);
    expect((await readTradingTerms(one.db, account.accountId)).mismatch).toBeNull();
  });

  it('leave no order working that was taken while the kill switch was turned', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const { account } = openAccount();
      const turn = turnKillSwitch(
        two.db,
        { accountId: account.accountId, by: name },
        { on: true, cancelOrders: true },
      );
      const place = account.place(name, { type: 'limit', limitPrice: 97 });
      await Promise.allSettled([place, turn]);
      const working = (await account.rows()).filter(({ status }) => status === 'accepted');
      expect(working).toEqual([]);
    }
  });

  it('leave no order working that was taken while every account was stopped, nor one that opened its account', async () => {
    const everyAccount = paperTradingTerms(two.db, 'paper');
    for (const name of ['f', 'g', 'h', 'i', 'j']) {
      const { account } = openAccount();
      const turn = everyAccount.turnEveryKillSwitch({ by: name }, { on: true, cancelOrders: true });
      const place = account.place(name, { type: 'limit', limitPrice: 97 });
      const ended = await Promise.allSettled([place, turn]);
      expect(ended[1]).toMatchObject({ status: 'fulfilled' });
      const working = (await account.rows()).filter(({ status }) => status === 'accepted');
      expect(working).toEqual([]);
      await everyAccount.turnEveryKillSwitch({ by: name }, { on: false, cancelOrders: false });
    }
  });
});
