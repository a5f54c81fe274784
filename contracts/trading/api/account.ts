import { z } from 'zod';
import { liquidities, orderLegs, orderSides, orderStatuses, orderTypes } from '../orders.ts';
import { timesInForce } from '../orders.ts';
import { accountQuery } from './accounts.ts';
import { instantSchema, listOf, pageQuery } from '../../api/values.ts';

const decimalSchema = z.string().describe('Exact, as decimal text');

/** A paper account according to its ledger; the tool `get_portfolio` returns the current value of its positions. */
export const accountSchema = z
  .object({
    id: z.string(),
    currency: z.string(),
    openedAt: instantSchema.nullable().describe('Null until the account is first used'),
    deposited: decimalSchema,
    cash: decimalSchema,
    reserved: decimalSchema.describe('Cash reserved by open orders'),
    fees: decimalSchema.describe('Fees paid so far'),
    borrowFees: decimalSchema.describe('Borrow fees paid so far for shorts'),
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountSchema>;

const fillShape = {
  price: decimalSchema,
  quantity: decimalSchema,
  fee: decimalSchema,
  liquidity: z.enum(liquidities).describe('Whether it took liquidity or provided it'),
  at: instantSchema.describe('When it was booked'),
  marketTime: z.string().describe('The start of the bar that filled it, in market time'),
};

const orderShape = {
  id: z.string(),
  runId: z.string().nullable().describe('The run, or the single call of a tool, that placed it'),
  symbol: z.string(),
  side: z.enum(orderSides),
  type: z.enum(orderTypes),
  quantity: decimalSchema,
  filledQuantity: decimalSchema,
  referencePrice: decimalSchema.describe('The price when it was decided'),
  limitPrice: decimalSchema.nullable(),
  stopPrice: decimalSchema.nullable(),
  timeInForce: z.enum(timesInForce),
  leg: z
    .enum(orderLegs)
    .describe(
      'Its purpose; a stop or a target closes a fill of `parentId`, and `margin` is a margin call',
    ),
  parentId: z.string().nullable(),
  stopLoss: decimalSchema.nullable().describe('Stop loss of each of its fills'),
  takeProfit: decimalSchema.nullable().describe('Take profit of each of its fills'),
  group: z
    .string()
    .nullable()
    .describe('Orders of a group are linked (OCO): a fill of one reduces the others'),
  trailAmount: decimalSchema
    .nullable()
    .describe('Trailing distance of its stop price, or of its stop loss'),
  trailPercent: decimalSchema.nullable().describe('The trailing distance in percent of the price'),
  triggered: z.boolean().describe('Whether its stop price was reached'),
  reduceOnly: z.boolean().describe('Whether it can only reduce a position'),
  status: z.enum(orderStatuses),
  reason: z.string().nullable().describe('Why it was denied, ended or is being cancelled'),
  placedAt: instantSchema.describe('When it was requested'),
  acceptedAt: instantSchema.nullable().describe('When it was accepted; null if it was denied'),
  endedAt: instantSchema.nullable(),
  fill: z.object(fillShape).nullable().describe('All fills as one, at their average price'),
  fills: z.array(z.object(fillShape)),
};

export const orderSchema = z.object(orderShape).meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderSchema>;

export const orderListQuery = z.object({
  ...pageQuery,
  ...accountQuery,
  status: z
    .enum([...orderStatuses, 'open'])
    .optional()
    .describe('`open`: every order that can still fill'),
  symbol: z.string().optional(),
});
export const orderListSchema = listOf(orderSchema, 'OrderList');

export const orderDetailSchema = z
  .object({
    ...orderShape,
    events: z
      .array(
        z.object({
          kind: z.string(),
          at: instantSchema,
          reason: z.string().nullable(),
          marketTime: z.string().nullable().describe('The bar that caused it'),
        }),
      )
      .describe('Its history, in order'),
  })
  .meta({ id: 'OrderDetail' });
export type OrderDetailView = z.infer<typeof orderDetailSchema>;

export const cancelOrderSchema = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Default: who cancelled it, such as `cancelled by the operator`'),
  })
  .meta({ id: 'CancelOrder' });

const fillSchema = z
  .object({ orderId: z.string(), symbol: z.string(), side: z.enum(orderSides), ...fillShape })
  .meta({ id: 'Fill' });
export type FillView = z.infer<typeof fillSchema>;

export const fillListQuery = z.object({
  ...accountQuery,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(1000)
    .describe('How many of the latest to return'),
});
export const fillListSchema = listOf(fillSchema, 'FillList');

const equityPointSchema = z
  .object({
    marketTime: instantSchema.describe('In market time'),
    cash: decimalSchema,
    equity: decimalSchema.describe('Cash plus the value of the positions'),
    realizedPnl: decimalSchema.describe('Realized profit or loss until then, without fees'),
    unrealizedPnl: decimalSchema.describe('Unrealized profit or loss'),
  })
  .meta({ id: 'EquityPoint' });
export const equityQuery = z.object({
  ...accountQuery,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .default(1000)
    .describe('How many of the latest to return'),
  since: instantSchema.optional().describe('In market time'),
});
export const equityListSchema = listOf(equityPointSchema, 'EquityPointList');
