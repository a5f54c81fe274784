import { z } from 'zod';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import {
  orderSides,
  orderTool,
  orderTypes,
  timesInForce,
} from '../../../../contracts/trading/orders.ts';
import type { Settlement } from '../../exchange/exchange.ts';
import type { Order, OrderRequest } from '../../exchange/order.ts';
import type { Market } from '../../market/market.ts';
import { lowerCase } from '../../../tool-kit/aliases.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { NotYet, ToolError } from '../../../tool-kit/tool.ts';
import type { PreviewContext, ProposalContext, ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { accountField, positiveField, symbolField } from '../fields.ts';
import { minutesUntil } from './minutes-until.ts';
import { showFill, showOrder } from './order-answer.ts';
import { showPreview } from './order-preview.ts';
import { alternativesField, effectsOf, idOf, optionalPrice, requestsOf } from './order-requests.ts';

/** The market clock ticks about once a second, so polling more often has no effect. */
const shortestWaitMs = 1000;

/** Number of daily bars to search for the bar of the decision. */
const searchedBars = 250;

const nameOf = ({ side, quantity, symbol }: Order) => `to ${side} ${quantity} ${symbol}`;

function refused(order: Order): ToolError {
  return new ToolError(`The order ${nameOf(order)} was ${order.status}: ${order.reason}`, {
    retryable: false,
    fault: order.status === 'denied' ? 'denied' : 'conflict',
  });
}

/** The newest bar at a time; null without a time, or if it is too long ago. */
async function barAt(market: Market, symbol: string, time: string | null | undefined) {
  if (!time) return null;
  const { bars } = await market.bars({ symbol, timeframe: '1d', limit: searchedBars });
  return bars.findLast((bar) => Date.parse(bar.time) <= Date.parse(time)) ?? null;
}

/** Whether the next bar decides the order. Other orders can wait for their price for long. */
const endsSoon = ({ type, timeInForce }: OrderRequest) =>
  type === 'market' || timeInForce === 'ioc';

/** Why the next bar is delayed. */
const heldText = (heldUntil: string) =>
  `The replay is paused for at most ${minutesUntil(heldUntil)} while an order waits for approval`;

/**
 * Source of the prices in an answer: the last fill, or the bar at acceptance.
 * @param held why there is no fill yet.
 */
function provenanceOf(order: Order, fills: Settlement['fills'], held: string | undefined) {
  const { source, asOf, notice } = fills.at(-1) ?? order.acceptedBar!;
  const text = [notice, held && `${held}. The order fills with the next bar.`].filter(Boolean);
  return { source, asOf, ...(text.length > 0 && { notice: text.join(' ') }) };
}

export const createPaperOrder = defineTool({
  name: orderTool,
  description:
    "Places an order on the user's paper account or on a desk account (no real money). The call waits for market and ioc " +
    'orders: they fill at the open of the first bar after the one at which they were accepted. It returns once an ' +
    'order of another type is accepted; that order stays open until it is filled or cancelled or, with day, until its ' +
    'day ends. Check it with get_pending_orders. stopLoss and takeProfit close the filled quantity at a loss or a ' +
    'gain, whichever comes first. An order that exceeds a limit of the account is denied with the reason; checkOnly ' +
    'checks an order without placing it. A person may have to approve the order first.',
  category: 'trading',
  switch: 'aiTrading',
  plan: 'pro',
  rateLimit: { minute: 10 },
  sideEffect: true,
  aliases: {
    names: { order_type: 'type', orderType: 'type', qty: 'quantity', amount: 'quantity' },
    values: { side: lowerCase, type: lowerCase, timeInForce: lowerCase },
  },
  example: {
    symbol: 'SPX',
    side: 'buy',
    quantity: 2,
    type: 'limit',
    limitPrice: 1450,
    timeInForce: 'day',
    referencePrice: 1462.42,
    stopLoss: 1420,
    takeProfit: 1520,
  },
  schema: z.strictObject({
    symbol: symbolField,
    side: z
      .enum(orderSides)
      .describe(
        'buy also closes a short position; sell closes a long position, and sells short beyond it',
      ),
    quantity: positiveField.describe('Units to trade, in steps of 0.0001'),
    type: z
      .enum(orderTypes)
      .default('market')
      .describe(
        'market: at the next open. limit: at limitPrice or better. stop: at the market once stopPrice is reached. stop_limit: a limit order once stopPrice is reached. trailing_stop: a stop whose price follows the market',
      ),
    limitPrice: optionalPrice.describe('The worst acceptable price; for limit and stop_limit'),
    stopPrice: optionalPrice.describe(
      'The price that triggers the order; for stop and stop_limit. Above the market for a buy, below it for a sell',
    ),
    timeInForce: z
      .enum(timesInForce)
      .default('gtc')
      .describe('gtc: until cancelled. day: until its first day ends. ioc: only the next bar'),
    stopLoss: optionalPrice.describe('The price at which the filled quantity is closed at a loss'),
    takeProfit: optionalPrice.describe(
      'The price at which the filled quantity is closed at a gain',
    ),
    trailAmount: optionalPrice.describe(
      'The trailing distance, in money: how far behind the close of each bar the stop price of a trailing_stop follows. With another type, the distance of a trailing stop loss',
    ),
    trailPercent: positiveField
      .refine((percent) => percent.lte(90), ownWords('must be at most 90', 'use 90 or less'))
      .nullish()
      .transform((percent) => percent ?? undefined)
      .optional()
      .describe('The trailing distance in percent of its starting price'),
    oco: alternativesField,
    reduceOnly: z
      .boolean()
      .default(false)
      .describe('Only reduces a position: fills at most its size, and is denied if there is none'),
    referencePrice: positiveField.describe(
      'The price that the decision is based on. The order is denied if the market has moved too far from it',
    ),
    referenceTime: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('The as-of time of that price. The answer then includes the bar of the decision'),
    checkOnly: z
      .boolean()
      .default(false)
      .describe('Only returns the results of the risk checks; places nothing'),
    account: accountField,
  }),
  label: ({ side, quantity, symbol, type = 'market' }) =>
    `${side} ${String(quantity)} ${symbol}${type === 'market' ? '' : ` ${type}`}`,
  isReadOnly: ({ checkOnly }) => checkOnly,
  async isUnderWay({ services, key, runId }: ProposalContext<Services>) {
    const clientOrderId = idOf({ key, runId });
    const exchange = await services.exchanges.ofOrder(clientOrderId);
    return (await exchange?.wasTaken(clientOrderId)) ?? false;
  },
  async reducesRisk(
    { referenceTime: _time, checkOnly: _check, account, ...args },
    { services, user }: Pick<ToolContext<Services>, 'services' | 'user'>,
  ) {
    const exchange = await services.exchanges.find(user, account);
    if (!exchange || args.oco?.some(({ side = args.side }) => side !== args.side)) return false;
    // Empty ids: the call has no order yet.
    const { facts } = await exchange.previewOrders(requestsOf(args, { key: '', runId: '' }));
    return facts?.reduces ?? false;
  },
  async propose(
    { referenceTime: _time, checkOnly: _check, account, ...args },
    { services, key, runId, user }: ProposalContext<Services>,
  ) {
    const exchange = await services.exchanges.of(user, account);
    const requests = requestsOf(args, { key, runId });
    const checks = await exchange.checkOrders(requests);
    const denials = checks.flatMap(({ gate, denial }) => (denial === null ? [] : [gate, denial]));
    if (denials.length === 0) {
      const effects = effectsOf(requests);
      return {
        ...(effects.length > 0 && { effects }),
        checks: checks.map(({ gate }) => `${gate}: passed`),
      };
    }
    const what = `to ${args.side} ${args.quantity} ${args.symbol}`;
    const message = `The order ${what} would be denied: ${denials.join(': ')}`;
    throw new ToolError(message, { retryable: false, fault: 'denied' });
  },
  async preview(
    { referenceTime: _time, checkOnly: _check, account, ...args },
    { services, key, runId, user, asked }: PreviewContext<Services>,
  ) {
    const exchange = await services.exchanges.of(user, account);
    return showPreview(await exchange.previewOrders(requestsOf(args, { key, runId })), asked);
  },
  async handle(
    { referenceTime, checkOnly, account, ...args },
    { services, key, runId, user, progress }: ToolContext<Services>,
  ): Promise<Json> {
    const { exchanges, market } = services;
    const clientOrderId = idOf({ key, runId });
    const exchange =
      (await exchanges.ofOrder(clientOrderId)) ?? (await exchanges.of(user, account));
    const requests = requestsOf(args, { key, runId });
    if (checkOnly) {
      const checks = await exchange.checkOrders(requests);
      const effects = effectsOf(requests);
      const wouldBeTaken = checks.every(({ denial }) => denial === null);
      return { wouldBeTaken, checks, ...(effects.length > 0 && { effects }) };
    }
    const [placed] = await exchange.placeOrders(requests);
    if (placed!.status === 'denied') throw refused(placed!);
    progress(`Order accepted ${nameOf(placed!)}`);
    const settled = await exchange.settle(clientOrderId);
    const { order, fills } = settled;
    const linked = requests.slice(1);
    if (settled.status === 'ended' && fills.length === 0 && linked.length === 0) {
      throw refused(order);
    }
    let held: string | undefined;
    if (settled.status === 'pending' && endsSoon(requests[0]!)) {
      const { heldUntil } = await market.snapshot(args.symbol);
      held = heldUntil && heldText(heldUntil);
      // A direct caller waits on a connection, which is fine for the seconds until a bar but not for an approval of up
      // to an hour.
      if (held === undefined || key !== runId) {
        throw new NotYet(
          `Waits for the next bar's open. Order accepted ${nameOf(placed!)}${held ? `. ${held}` : ''}`,
          Math.max(shortestWaitMs, settled.retryAfterMs),
        );
      }
    }
    return {
      order: showOrder(order),
      fill: settled.status === 'filled' ? showFill(settled.fill) : null,
      ...((fills.length > 1 || (fills.length > 0 && settled.status !== 'filled')) && {
        fills: fills.map(showFill),
      }),
      ...(linked.length > 0 && {
        oco: await Promise.all(
          linked.map(async (one) => showOrder((await exchange.settle(one.clientOrderId)).order)),
        ),
      }),
      decidedBar: await barAt(market, args.symbol, referenceTime),
      acceptedBar: order.acceptedBar ?? null,
      ...provenanceOf(order, fills, held),
    };
  },
});
