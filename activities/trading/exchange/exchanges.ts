import { noSuchAccount, ownAccountId } from '../../../contracts/trading/accounts.ts';
import { listAccountIds } from '../../../db/trading/accounts.ts';
import { findAccountOf } from '../../../db/trading/desk-accounts.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { ExchangeDependencies } from './account-dependencies.ts';
import type { PaperExchange } from './exchange.ts';
import { doInTurn } from './in-turn.ts';
import { createPaperExchange } from './paper-exchange.ts';

/** The paper exchanges of all accounts. */
export interface Exchanges {
  /**
   * The exchange of an account that a user may use.
   * @param account left out, the user's own.
   * @throws {ToolError} not retryable, when there is no such account, or the user is no member of it.
   */
  of(user: string, account?: string): Promise<PaperExchange>;
  /** As `of`; undefined where that throws. */
  find(user: string, account?: string): Promise<PaperExchange | undefined>;
  /**
   * The exchange that has an order; undefined where there is none. A call goes on with the account that it has ordered on,
   * whatever the user may use since: ask only for ids that follow from the call.
   */
  ofOrder(clientOrderId: string): Promise<PaperExchange | undefined>;
  /**
   * As `tick` of each account that was ever used.
   * @returns whether one of them has open orders or positions.
   * @throws the error of an account once all the others were served.
   */
  tick(): Promise<boolean>;
}

/** Exchanges over a database and a market, one for each account. All have the same settings but for the id. */
export function createExchanges({ settings, ...given }: ExchangeDependencies): Exchanges {
  const { db } = given;
  const opened = new Map<string, PaperExchange>();

  /** It keeps what it remembers of its account. */
  function exchangeOf(accountId: string): PaperExchange {
    const exchange =
      opened.get(accountId) ??
      createPaperExchange({ ...given, settings: { ...settings, accountId } });
    opened.set(accountId, exchange);
    return exchange;
  }

  async function find(user: string, account = ownAccountId(user)) {
    const accountId = await findAccountOf(db, user, account);
    return accountId === undefined ? undefined : exchangeOf(accountId);
  }

  return {
    find,
    async of(user, account = ownAccountId(user)) {
      const exchange = await find(user, account);
      if (exchange) return exchange;
      throw new ToolError(`${noSuchAccount(user, account)}.`, {
        retryable: false,
        fault: 'denied',
      });
    },
    async ofOrder(clientOrderId) {
      const order = await findOrder(db, clientOrderId);
      return order && exchangeOf(order.accountId);
    },
    async tick() {
      const ids = await listAccountIds(db);
      let isBusy = false;
      await doInTurn(
        ids.map((id) => async () => {
          if (await exchangeOf(id).tick()) isBusy = true;
        }),
      );
      return isBusy;
    },
  };
}
