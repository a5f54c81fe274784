import { Decimal } from '../../../../../activities/base/decimal.ts';
import { ToolError } from '../../../../../activities/tool-kit/tool.ts';
import { exchangeEnvironment } from '../../../../../activities/trading/exchange/env.ts';
import type { PaperExchange } from '../../../../../activities/trading/exchange/exchange.ts';
import type { OrderRequest } from '../../../../../activities/trading/exchange/order.ts';
import { createPaperExchange } from '../../../../../activities/trading/exchange/paper-exchange.ts';
import {
  changedSettings,
  exchangeSettings,
} from '../../../../../activities/trading/exchange/settings.ts';
import type { Database } from '../../../../../db/open.ts';
import { listEvents } from '../../../../../db/trading/events.ts';
import { changeGates, turnKillSwitch } from '../../../../../db/trading/terms.ts';
import { growingMarket } from './market.ts';
import type { Driven } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import type { Ordered, Replaced } from './types.ts';

let count = 0;

/** Does on the real exchange what a scenario says, on an account of its own. Orders are named `account/name`. */
export async function drive(
  db: Database,
  { settings: { deposit, ...gates }, actions }: Scenario,
): Promise<Driven> {
  count += 1;
  const accountId = `model-${count}`;
  const who = { accountId, by: 'ann' };
  const { market, add } = growingMarket();
  const settings = {
    ...changedSettings(exchangeSettings(exchangeEnvironment.parse({})), gates),
    deposit: new Decimal(deposit),
    accountId,
  };
  const exchange = createPaperExchange({ db, market, settings });
  for (const action of actions) {
    switch (action.do) {
      case 'bar':
        add(action.symbol, action.bar);
        await exchange.tick();
        break;
      case 'order':
        await exchange.placeOrder(requestOf(`${accountId}/`, action.order));
        break;
      case 'replace':
        await replaceUnlessRefused(exchange, `${accountId}/`, action.replacement);
        break;
      case 'cancel': {
        const id = `${accountId}/${action.name}`;
        if (await exchange.isWorking(id)) await exchange.cancelOrder(id, 'asked for');
        break;
      }
      case 'kill switch':
        await turnKillSwitch(db, who, action);
        await exchange.tick();
        break;
      case 'gates':
        await changeGates(db, who, action.gates);
    }
  }
  const { cash, fees, borrowFees, realizedPnl: realized, ...rest } = await exchange.portfolio();
  return {
    prefix: `${accountId}/`,
    events: await listEvents(db, accountId),
    working: new Map(rest.openOrders.map(({ clientOrderId, status }) => [clientOrderId, status])),
    sums: { cash, fees, borrowFees, realized },
    positions: rest.positions,
  };
}

let replacements = 0;

async function replaceUnlessRefused(
  exchange: PaperExchange,
  prefix: string,
  { name, ...asked }: Replaced,
): Promise<void> {
  const clientOrderId = `${prefix}${name}`;
  if (!(await exchange.isWorking(clientOrderId))) return;
  replacements += 1;
  const exact = (value: number | undefined) =>
    value === undefined ? undefined : new Decimal(value);
  const replacement = {
    clientOrderId,
    replacementId: `replacement-${replacements}`,
    quantity: exact(asked.quantity),
    limitPrice: exact(asked.limitPrice),
    stopPrice: exact(asked.stopPrice),
    referencePrice: new Decimal(asked.referencePrice),
  };
  await exchange.replaceOrder(replacement).catch((error: unknown) => {
    // It works on as it was.
    if (!(error instanceof ToolError) || error.retryable) throw error;
  });
}

/** What is asked of the exchange. */
export function requestOf(
  prefix: string,
  { name, timeInForce, symbol, side, type, ...rest }: Ordered,
): OrderRequest {
  const price = (value: number | undefined) =>
    value === undefined ? undefined : new Decimal(value);
  return {
    clientOrderId: `${prefix}${name}`,
    runId: 'run',
    symbol,
    side,
    type,
    timeInForce,
    quantity: new Decimal(rest.quantity),
    referencePrice: new Decimal(rest.referencePrice),
    limitPrice: price(rest.limitPrice),
    stopPrice: price(rest.stopPrice),
    stopLoss: price(rest.stopLoss),
    takeProfit: price(rest.takeProfit),
    trailAmount: price(rest.trailAmount),
    trailPercent: price(rest.trailPercent),
  };
}
