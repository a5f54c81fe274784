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
   * The exchange of an account that the user can use.
   * @param account default: the user's own account.
   * @throws {ToolError} permanent, if there is no such account or the user is not a member of it.
   */
  of(user: string, account?: string): Promise<PaperExchange>;
  /** Like `of`, but returns undefined instead of throwing. */
  find(user: string, account?: string): Promise<PaperExchange | undefined>;
  /**
   * The exchange that has an order; undefined if there is none. Does not check membership: a call continues on the
   * account on which it ordered, even if the user has lost access since. Use it only with ids derived from the call.
   */
  ofOrder(clientOrderId: string): Promise<PaperExchange | undefined>;
  /**
   * Calls `tick` of every account that was ever used.
   * @returns whether one of them has open orders or positions.
   * @throws the error of an account, after all others were processed.
   */
  tick(): Promise<boolean>;
}

/** Creates one exchange per account. All share the settings except for the account id. */
export function createExchanges({ settings, ...given }: ExchangeDependencies): Exchanges {
  const { db } = given;
  const opened = new Map<string, PaperExchange>();

  /** Reuses the exchange of an account, which remembers what it has read. */
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
