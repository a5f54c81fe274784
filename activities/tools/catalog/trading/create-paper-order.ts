import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Market } from '../../../market/market.ts';
import type { Order } from '../../../exchange/exchange.ts';
import { defineTool, NotYet, ToolError } from '../../tool.ts';
import type { ToolContext } from '../../tool.ts';
import type { Services } from '../../services.ts';
import { positiveField, symbolField } from '../fields.ts';
import { showOrder } from '../order-answer.ts';

/** The market clock moves in steps of about a second: asking more often gives nothing. */
const shortestWaitMs = 1000;

function denied({ status, side, quantity, symbol, reason }: Order): ToolError {
  return new ToolError(`The order to ${side} ${quantity} ${symbol} was ${status}: ${reason}`, {
    retryable: false,
  });
}

/** Daily bars that are looked through for the one that a decision was made on. */
const searchedBars = 250;

/** The newest bar that was known at a time; null where no time is given, or it is too long ago. */
async function barAt(market: Market, symbol: string, time: string | null | undefined) {
  if (!time) return null;
  const { bars } = await market.bars({ symbol, timeframe: '1d', limit: searchedBars });
  return bars.findLast((bar) => Date.parse(bar.time) <= Date.parse(time)) ?? null;
}

export const createPaperOrder = defineTool({
  name: 'create_paper_order',
  description:
    'Places a market order on the paper account (no real money) and waits until it is filled, at the ' +
    'open of the first bar after the one at which it was accepted.',
  category: 'trading',
  plan: 'pro',
  rateLimit: { minute: 10 },
  sideEffect: true,
  missing: ({ BATON_AI_TRADING: isAllowed }) =>
    isAllowed === false ? 'set BATON_AI_TRADING=true' : undefined,
  schema: z.strictObject({
    symbol: symbolField,
    side: z.enum(['buy', 'sell']),
    quantity: positiveField.describe('Units to trade, in steps of 0.0001'),
    type: z.literal('market').default('market'),
    referencePrice: positiveField.describe(
      'The price the decision was made on; the order is denied when the market has moved away from it',
    ),
    referenceTime: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('The as-of time of that price: the answer then holds the bar that was decided on'),
  }),
  label: ({ side, quantity, symbol }) => `${side} ${String(quantity)} ${symbol}`,
  async handle(
    { referenceTime, ...args },
    { services, key, runId, progress }: ToolContext<Services>,
  ) {
    const { exchange, market } = services;
    const clientOrderId = createHash('sha256').update(key).digest('hex');
    const placed = await exchange.placeOrder({ ...args, clientOrderId, runId });
    if (placed.status === 'denied') throw denied(placed);
    progress(`Order accepted to ${placed.side} ${placed.quantity} ${placed.symbol}`);
    const settled = await exchange.settle(clientOrderId);
    if (settled.status === 'ended') throw denied(settled.order);
    if (settled.status === 'pending') {
      throw new NotYet(
        `Order accepted to ${placed.side} ${placed.quantity} ${placed.symbol}; it fills at the open of the next bar`,
        Math.max(shortestWaitMs, settled.retryAfterMs),
      );
    }
    const { order, fill } = settled;
    return {
      order: showOrder(order),
      fill: {
        price: fill.price.toNumber(),
        quantity: fill.quantity.toNumber(),
        fee: fill.fee.toNumber(),
        bar: fill.bar,
        at: fill.at.toISOString(),
      },
      decidedBar: await barAt(market, args.symbol, referenceTime),
      acceptedBar: order.acceptedBar ?? null,
      source: fill.source,
      asOf: fill.asOf,
      ...(fill.notice && { notice: fill.notice }),
    };
  },
});
