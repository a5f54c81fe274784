import { z } from 'zod';
import type { OutputForm, ResultAct } from '../agents/output-form.ts';
import { isJsonObject } from '../base/json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { orderSides, orderTypes, timesInForce } from './orders.ts';

const reason = z.string().min(1).describe('The reasons, with the deciding figures');
const symbol = z.string().min(1);
const confidence = z.number().min(0).max(1);

const price = z.number().positive();

const terms = {
  quantity: z.number().positive().describe('Units to trade, already sized'),
  type: z.enum(orderTypes).exclude(['trailing_stop']).default('market'),
  limitPrice: price.optional().describe('The worst acceptable price; for limit and stop_limit'),
  stopPrice: price
    .optional()
    .describe('The price that triggers the order; for stop and stop_limit'),
  timeInForce: z.enum(timesInForce).optional().describe('Default: gtc'),
  stopLoss: price
    .optional()
    .describe('Stop loss: the price at which the filled quantity is closed at a loss'),
  takeProfit: price
    .optional()
    .describe('Take profit: the price at which the filled quantity is closed at a gain'),
  referencePrice: z.number().positive().describe('The last price that the decision is based on'),
  referenceTime: z
    .string()
    .optional()
    .describe('The as-of time of that price, as the tool gave it'),
};

const { stopLoss: _stop, takeProfit: _target, ...closing } = terms;

/** The order of an action: its side must be that of the action. */
function orderOf<Side extends (typeof orderSides)[number]>(side: Side) {
  return z
    .object(
      {
        symbol: symbol.describe('The symbol of the decision'),
        side: z.literal(side, {
          error: `the action is ${side}, so the side of its order must be ${side}`,
        }),
        ...terms,
      },
      { error: `action ${side} needs an order: give one order, or deliver hold` },
    )
    .describe('The order to place; only with action buy or sell');
}

const trade = <Side extends (typeof orderSides)[number]>(side: Side) =>
  z.object({ action: z.literal(side), symbol, confidence, reason, order: orderOf(side) });

const noOrder = (action: string) =>
  z.never({ error: `${action} has no order: leave it out, or deliver buy or sell` }).optional();

const missing = z
  .array(z.string().min(1))
  .min(1)
  .describe('What was missing or too old, such as "no price of XYZ" or "indicators end in 2019"');
const noData = {
  symbol,
  missing,
  reason: reason.optional().describe('What that means, and what to do about it'),
};

const tradeDecision = z
  .discriminatedUnion('action', [
    trade('buy'),
    trade('sell'),
    z.object({
      action: z.literal('hold'),
      symbol,
      confidence,
      reason,
      order: noOrder('hold'),
    }),
    z.object({ action: z.literal('no_data'), ...noData, order: noOrder('no_data') }),
  ])
  .superRefine((decision, context) => {
    if (!decision.order || isSameSymbol(decision.order.symbol, decision.symbol)) return;
    context.addIssue({
      code: 'custom',
      path: ['order', 'symbol'],
      message: `the decision is about ${decision.symbol}, but its order is about ${decision.order.symbol}: use the same symbol in both`,
    });
  });

const isSameSymbol = (one: string, other: string) =>
  one.trim().toUpperCase() === other.trim().toUpperCase();

/** A decision must be about the symbol that its pipeline was started with, if there is one. */
function straysFromSymbol(
  { symbol: decided }: JsonObject,
  { symbol: asked = '' }: Readonly<Record<string, string>>,
): string | undefined {
  if (typeof decided !== 'string' || asked.trim() === '') return undefined;
  if (isSameSymbol(decided, asked)) return undefined;
  return `the task is about ${asked.trim()}, but the decision is about ${decided}: decide about ${asked.trim()}.`;
}

const refusal = z
  .string()
  .optional()
  .describe('Why the requested order was not placed, as the tool reported it');

const position = z.object({ symbol, ...terms, reason });

/**
 * The decision is the order: delivering it places the order, after a person has approved it if approval is required.
 */
function placesOrder(sideOf: (result: JsonObject) => Json, more: JsonObject = {}): ResultAct {
  return {
    tool: 'create_paper_order',
    args(result) {
      const { action: _action, reason: _reason, ...order } = result;
      return { ...order, ...more, side: sideOf(result) };
    },
    done(answer) {
      const order = isJsonObject(answer) ? answer['order'] : undefined;
      const id = isJsonObject(order) ? order['clientOrderId'] : undefined;
      return id === undefined ? undefined : { order: id, placed: answer };
    },
    undone: { order: null, noOrder: 'create_paper_order is not among the tools of the agent.' },
  };
}

export const outputForms = {
  TradeDecision: {
    description:
      'A decision to buy, sell or hold, with the order to place, or that data is missing',
    strays: straysFromSymbol,
    variants: {
      submit_trade_decision: {
        description:
          'Deliver the trading decision. Call it once, when the analysis is done. buy and sell need one order; hold ' +
          'needs a reason; where data is missing or too old, deliver no_data and not hold.',
        parameters: tradeDecision,
      },
    },
  },
  LeaderDecision: {
    description:
      'Open a long, open a short, close the position, stand aside, or say what is missing',
    strays: straysFromSymbol,
    variants: {
      open_long: {
        description: 'Buy, expecting the price to rise. This places the order',
        parameters: position,
        act: placesOrder(() => 'buy'),
      },
      open_short: {
        description: 'Sell short, expecting the price to fall. This places the order',
        parameters: position,
        act: placesOrder(() => 'sell'),
      },
      close: {
        description: 'Close the open position in the symbol. This places the order',
        parameters: z.object({
          symbol,
          side: z.enum(orderSides).describe('sell closes a long position, buy closes a short one'),
          ...closing,
          reason,
        }),
        act: placesOrder(({ side = null }) => side, { reduceOnly: true }),
      },
      stand_aside: {
        description: 'Do nothing now. Use it also if the requested order was refused',
        parameters: z.object({ symbol, refusal, reason }),
      },
      no_data: {
        description:
          'Make no decision because data is missing or too old. Do not use stand_aside for this',
        parameters: z.object(noData),
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
