import { z } from 'zod';
import type { OutputForm } from '../agents/output-form.ts';
import { orderSides, orderTypes, timesInForce } from './orders.ts';

const quantity = z.number().positive().describe('Units to trade, already sized');
const reason = z.string().min(1).describe('Why, with the figures that decided it');
const symbol = z.string().min(1);

const referencePrice = z.number().positive().describe('The last price the decision was made on');
const referenceTime = z
  .string()
  .optional()
  .describe('The as-of time of that price, as the tool gave it');

const price = z.number().positive();

const order = z
  .object({
    symbol,
    side: z.enum(orderSides),
    quantity,
    type: z.enum(orderTypes).default('market'),
    limitPrice: price.optional().describe('The worst price; of limit and stop_limit'),
    stopPrice: price.optional().describe('Where it begins to work; of stop and stop_limit'),
    timeInForce: z.enum(timesInForce).optional().describe('gtc unless it is said'),
    stopLoss: price.optional().describe('Where what was filled is closed at a loss'),
    takeProfit: price.optional().describe('Where what was filled is closed at a gain'),
    referencePrice,
    referenceTime,
  })
  .describe('The order to place; only with action buy or sell');

/** What came of asking for the order, where the agent places it itself. */
const placed = {
  order: z
    .string()
    .optional()
    .describe(
      'The clientOrderId of the order that was placed for it, as create_paper_order gave it',
    ),
};
const refusal = z
  .string()
  .optional()
  .describe('Why the order that was asked for was not placed, as the tool said');

const position = z.object({
  symbol,
  quantity,
  referencePrice,
  referenceTime,
  stopLoss: price.optional().describe('Where the position is closed at a loss'),
  takeProfit: price.optional().describe('Where the position is closed at a gain'),
  ...placed,
  reason,
});

export const outputForms = {
  TradeDecision: {
    description: 'A decision to buy, sell or hold, with the order to place',
    variants: {
      submit_trade_decision: {
        description: 'Deliver the trading decision. Call it once, when the analysis is done.',
        parameters: z
          .object({
            action: z.enum(['buy', 'sell', 'hold']),
            symbol,
            confidence: z.number().min(0).max(1),
            reason,
            order: order.optional(),
          })
          .refine((decision) => (decision.action === 'hold') === (decision.order === undefined), {
            message: 'give an order with action buy or sell, and none with hold',
            path: ['order'],
          }),
      },
    },
  },
  LeaderDecision: {
    description: 'Open a long, open a short, close the position, or stand aside',
    variants: {
      open_long: { description: 'Buy, expecting the price to rise', parameters: position },
      open_short: { description: 'Sell short, expecting the price to fall', parameters: position },
      close: {
        description: 'Close the open position in the symbol',
        parameters: z.object({ symbol, ...placed, reason }),
      },
      stand_aside: {
        description: 'Do nothing now, also where the order that was asked for was refused',
        parameters: z.object({ symbol, refusal, reason }),
      },
    },
  },
  EvaluationReport: {
    description: 'An assessment with a score and a recommendation',
    variants: {
      submit_evaluation: {
        description: 'Deliver the evaluation. Call it once, when the analysis is done.',
        parameters: z.object({
          summary: z.string().min(1),
          score: z.number().min(-1).max(1).describe('-1 strongly against, 1 strongly in favour'),
          recommendation: z.string().min(1),
        }),
      },
    },
  },
} satisfies Record<string, OutputForm>;
