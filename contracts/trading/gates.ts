import { z } from 'zod';

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const symbolSchema = z.string().trim().toUpperCase().min(1).max(30);
const amount = z.number().positive();
const basisPoints = z.number().min(0).max(1_000);

/** The tick size, lot size and minimum order value of an instrument. */
const instrumentRulesSchema = z.strictObject({
  tick: amount
    .optional()
    .describe('The tick size: limit and stop prices are whole multiples of it'),
  lot: amount.optional().describe('The lot size: quantities are whole multiples of it'),
  leastNotional: amount.optional().describe('The minimum value of an order'),
});

/**
 * The gates that every order must pass, and the settings for fills. Amounts are in the account's currency. A gate
 * that is null is off. Gross exposure is never off: short sales need no cash, so it is their only limit.
 */
export const gatesSchema = z.strictObject({
  orderNotional: amount.nullable().describe('The maximum value of an order; null: no limit'),
  positionShare: amount
    .nullable()
    .describe(
      "The maximum value of a position, as a share of the account's equity; null: only the limit of all positions applies",
    ),
  grossExposure: amount.describe(
    'The maximum value of all positions, long and short, as a multiple of the equity; always applies',
  ),
  dailyLoss: amount
    .nullable()
    .describe(
      'If the equity falls by this much in a day, without deposits, orders can only reduce positions; null: no limit',
    ),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'write an IANA time zone, such as America/New_York' })
    .describe('The time zone whose midnight starts the day of the daily loss'),
  openOrders: z
    .number()
    .int()
    .positive()
    .nullable()
    .describe('The most open orders at a time; null: no limit'),
  ordersPerMinute: z
    .number()
    .int()
    .positive()
    .nullable()
    .describe(
      'The most orders accepted in a minute; null: only the limits of the order tools apply',
    ),
  priceCollarPercent: amount
    .nullable()
    .describe(
      "How far the market can be from an order's reference price, and a limit price on the wrong side of the market; null: any distance",
    ),
  fillCollarPercent: amount
    .nullable()
    .describe(
      'How much worse than its reference price (for a stop order: its stop price) an order that opens a position ' +
        'can fill. An order that would fill at a worse price is cancelled; null: any price',
    ),
  maintenanceMargin: z
    .number()
    .positive()
    .max(1)
    .describe(
      'The share of the value of all short positions (and of all long positions while cash is negative) that the ' +
        'equity must cover. Below it, Baton closes positions at the next bar',
    ),
  borrowFeePercent: z
    .number()
    .min(0)
    .max(1_000)
    .describe('The annual fee of a short, in percent of its value at the end of each day'),
  sameBarExit: z
    .enum(['stop', 'target'])
    .describe('Whether the stop or the target closes a position when one bar reaches both'),
  symbols: z
    .array(symbolSchema)
    .min(1)
    .nullable()
    .describe('The symbols that can be traded; null: all'),
  allowShort: z.boolean().describe('Whether short selling is allowed'),
  instruments: z
    .record(symbolSchema, instrumentRulesSchema)
    .describe('Tick and lot sizes, by symbol'),
  volumeShare: z
    .number()
    .positive()
    .max(1)
    .describe("The largest share of a bar's volume that can fill"),
  slippageBasisPoints: basisPoints.describe('The slippage of market and stop orders'),
  slippageVariation: z
    .number()
    .min(0)
    .max(1)
    .describe('How much each slippage can vary, as a share of the slippage'),
  slippageSeed: z.string().min(1).max(100).describe('The random seed of slippages'),
  makerFeeBasisPoints: basisPoints.describe('The fee of orders that rest in the book (maker)'),
  takerFeeBasisPoints: basisPoints.describe('The fee of orders that fill against the book (taker)'),
});
export type Gates = z.output<typeof gatesSchema>;

/** The values that override the workers' settings. */
export const gateChangesSchema = gatesSchema.partial();
export type GateChanges = z.output<typeof gateChangesSchema>;
