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

/** How finely an instrument is traded. */
const instrumentRulesSchema = z.strictObject({
  tick: amount.optional().describe('Limit and stop prices are whole multiples of it'),
  lot: amount.optional().describe('Quantities are whole multiples of it'),
  leastNotional: amount.optional().describe('An order is worth at least so much'),
});

/**
 * What an order must pass, and how it is filled. Amounts are in the account's currency. Gates that can be null are off then;
 * gross exposure alone bounds what is sold short, which needs no cash, and so is never off.
 */
export const gatesSchema = z.strictObject({
  orderNotional: amount.nullable().describe('The largest worth of one order; null: no limit'),
  positionShare: amount
    .nullable()
    .describe(
      "The largest worth of a position, as a part of the account's equity; null: no limit but that of all positions",
    ),
  grossExposure: amount.describe(
    'The largest worth of all positions, long and short, as a multiple of the equity; it always counts',
  ),
  dailyLoss: amount
    .nullable()
    .describe(
      'When the equity has lost so much since the day began, deposits aside, orders may only make positions smaller; null: no limit',
    ),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'write a time zone of the IANA, such as America/New_York' })
    .describe('Where the day of the daily loss begins at midnight'),
  openOrders: z
    .number()
    .int()
    .positive()
    .nullable()
    .describe('The most orders that may work at a time; null: no limit'),
  ordersPerMinute: z
    .number()
    .int()
    .positive()
    .nullable()
    .describe(
      'The most orders that are taken in a minute; null: no limit but those of the tools that order',
    ),
  priceCollarPercent: amount
    .nullable()
    .describe(
      "How far the market may be from an order's reference price, and its own prices from the market; null: any distance",
    ),
  symbols: z.array(symbolSchema).min(1).nullable().describe('What may be traded; null: everything'),
  allowShort: z.boolean().describe('Whether more may be sold than is held'),
  instruments: z
    .record(symbolSchema, instrumentRulesSchema)
    .describe('How finely single instruments are traded, by symbol'),
  volumeShare: z
    .number()
    .positive()
    .max(1)
    .describe("The largest share of a bar's volume that is filled"),
  slippageBasisPoints: basisPoints.describe('What market and stop orders lose'),
  slippageVariation: z
    .number()
    .min(0)
    .max(1)
    .describe('How far a single slippage is from that at most, as a share of it'),
  slippageSeed: z.string().min(1).max(100).describe('What slippages are drawn from'),
  makerFeeBasisPoints: basisPoints.describe('The fee of what waits in the book'),
  takerFeeBasisPoints: basisPoints.describe('The fee of what takes from the book'),
});
export type Gates = z.output<typeof gatesSchema>;

/** What is set in place of the workers' settings. */
export const gateChangesSchema = gatesSchema.partial();
export type GateChanges = z.output<typeof gateChangesSchema>;
