import { eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { exchangeEnvironment } from '../../../../activities/trading/exchange/env.ts';
import type { OrderRequest } from '../../../../activities/trading/exchange/order.ts';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { ownAccountId } from '../../../../contracts/trading/accounts.ts';
import { createExchanges } from '../../../../activities/trading/exchange/exchanges.ts';
import { createPaperExchange } from '../../../../activities/trading/exchange/paper-exchange.ts';
import { exchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import type { ExchangeSettings } from '../../../../activities/trading/exchange/settings.ts';
import type { Database, OpenDatabase } from '../../../../db/open.ts';
import { listEvents } from '../../../../db/trading/events.ts';
import { orders } from '../../../../db/trading/schema/trading.ts';
import { scriptedMarket } from './scripted-market.ts';
import type { Script } from './scripted-market.ts';

let count = 0;

type Prices = Partial<
  Record<
    | 'limitPrice'
    | 'stopPrice'
    | 'stopLoss'
    | 'takeProfit'
    | 'trailAmount'
    | 'trailPercent'
    | 'referencePrice',
    number
  >
>;
type Ordered = Partial<
  Pick<OrderRequest, 'side' | 'type' | 'timeInForce' | 'symbol' | 'reduceOnly'>
> &
  Prices & { quantity?: number };

/** A new account with 10,000 on a scripted market, without slippage and with a fee of 1 % for takers and none else. */
export function scriptedAccount(
  db: Database,
  script: readonly Script[],
  options: { settings?: Partial<ExchangeSettings>; timeframe?: '1h' | '1d' } = {},
) {
  count += 1;
  const user = `scripted-${count}`;
  const accountId = options.settings?.accountId ?? ownAccountId(user);
  const scripted = scriptedMarket(script, options.timeframe);
  const settings: ExchangeSettings = {
    ...exchangeSettings(exchangeEnvironment.parse({ BATON_PAPER_CASH: '10000' })),
    accountId,
    slippageBasisPoints: 0,
    takerFeeBasisPoints: 100,
    makerFeeBasisPoints: 0,
    ...options.settings,
  };
  const dependencies = { db, market: scripted.market, settings };
  const exchange = createPaperExchange(dependencies);
  const exchanges = createExchanges(dependencies);
  const id = (name: string) => `${accountId}/${name}`;

  function request(name: string, ordered: Ordered = {}): OrderRequest {
    const { quantity = 10, side = 'buy', type = 'market', symbol = 'ABC', ...more } = ordered;
    const { timeInForce, reduceOnly, referencePrice = script[0]![3], ...prices } = more;
    const exact = Object.entries(prices).map(([key, price]) => [key, new Decimal(price)]);
    return {
      clientOrderId: id(name),
      runId: 'run',
      symbol,
      side,
      type,
      quantity: new Decimal(quantity),
      referencePrice: new Decimal(referencePrice),
      timeInForce,
      reduceOnly,
      ...Object.fromEntries(exact),
    };
  }

  return {
    ...scripted,
    /** Whose own account it is. */
    user,
    accountId,
    exchange,
    exchanges,
    settings,
    id,
    request,
    place: (name: string, ordered?: Ordered) => exchange.placeOrder(request(name, ordered)),
    /** As after a restart. */
    restart: () => createPaperExchange(dependencies),
    events: () => listEvents(db, accountId),
    rows: () => db.select().from(orders).where(eq(orders.accountId, accountId)),
    async sums() {
      const { cash, reserved } = await exchange.portfolio();
      return { cash: cash.toNumber(), reserved: reserved.toNumber() };
    },
  };
}

/** Accounts of a file of tests, on a database of their own that is closed after them. */
export function accountsOn(open: () => Promise<OpenDatabase>) {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  return {
    db: () => database.db,
    account: (script: Script[], options?: Parameters<typeof scriptedAccount>[2]) =>
      scriptedAccount(database.db, script, options),
  };
}
