import { createHash } from 'node:crypto';
import { z } from 'zod';
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

export const createPaperOrder = defineTool({
  name: 'create_paper_order',
  description:
    'Places a market order on the paper account (no real money) and waits until it is filled, at the ' +
    'open of the first bar after the one it was decided on.',
  category: 'trading',
  plan: 'pro',
  rateLimit: { minute: 10 },
  sideEffect: true,
  schema: z.strictObject({
    symbol: symbolField,
    side: z.enum(['buy', 'sell']),
    quantity: positiveField.describe('Units to trade, in steps of 0.0001'),
    type: z.literal('market').default('market'),
    referencePrice: positiveField.describe(
      'The price the decision was made on; the order is denied when the market has moved away from it',
    ),
  }),
  label: ({ side, quantity, symbol }) => `${side} ${String(quantity)} ${symbol}`,
  async handle(args, { services: { exchange }, key, runId }: ToolContext<Services>) {
    const clientOrderId = createHash('sha256').update(key).digest('hex');
    const placed = await exchange.placeOrder({ ...args, clientOrderId, runId });
    if (placed.status === 'denied') throw denied(placed);
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
      decisionBar: order.decisionBar ?? null,
      source: fill.source,
      asOf: fill.asOf,
      ...(fill.notice && { notice: fill.notice }),
    };
  },
});
