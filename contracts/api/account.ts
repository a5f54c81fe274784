import { z } from 'zod';
import { instantSchema, listOf, pageQuery } from './values.ts';

const decimalSchema = z.string().describe('Exact, as decimal text');

/** The paper account as its ledger has it; what positions are worth now, the tool `get_portfolio` tells. */
export const accountSchema = z
  .object({
    currency: z.string(),
    openedAt: instantSchema.nullable().describe('Null until it is used for the first time'),
    deposited: decimalSchema,
    cash: decimalSchema,
    reserved: decimalSchema.describe('The part of the cash that open orders hold'),
    fees: decimalSchema.describe('Paid so far'),
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof accountSchema>;

const fillShape = {
  price: decimalSchema,
  quantity: decimalSchema,
  fee: decimalSchema,
  at: instantSchema.describe('When it was booked'),
  marketTime: z
    .string()
    .describe('The beginning of the bar that filled it, on the clock of its market'),
};

const orderStatuses = ['accepted', 'filled', 'canceled', 'denied'] as const;
const sides = ['buy', 'sell'] as const;

export const orderSchema = z
  .object({
    id: z.string(),
    runId: z.string().nullable().describe('The run, or the single call of a tool, that placed it'),
    symbol: z.string(),
    side: z.enum(sides),
    type: z.string(),
    quantity: decimalSchema,
    referencePrice: decimalSchema.describe('The price that it was decided at'),
    status: z.enum(orderStatuses),
    reason: z.string().nullable().describe('Why it was denied or canceled'),
    acceptedAt: instantSchema,
    endedAt: instantSchema.nullable(),
    fill: z.object(fillShape).nullable(),
  })
  .meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderSchema>;

export const orderListQuery = z.object({
  ...pageQuery,
  status: z.enum(orderStatuses).optional(),
  symbol: z.string().optional(),
});
export const orderListSchema = listOf(orderSchema, 'OrderList');

const fillSchema = z
  .object({ orderId: z.string(), symbol: z.string(), side: z.enum(sides), ...fillShape })
  .meta({ id: 'Fill' });
export type FillView = z.infer<typeof fillSchema>;

export const fillListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(5000).default(1000).describe('The latest that count'),
});
export const fillListSchema = listOf(fillSchema, 'FillList');
