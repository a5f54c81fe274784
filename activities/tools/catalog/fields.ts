import { z } from 'zod';
import { Decimal } from '../../exchange/money.ts';
import { timeframes } from '../../market/market.ts';

/** Arguments that several tools take. */

export const symbolField = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .max(30)
  .describe('The instrument: SPX, or a crypto pair such as BTC/USDT');

export const timeframeField = z
  .enum(timeframes)
  .default('1d')
  .describe(`Length of a bar: ${timeframes.join(', ')}. SPX has 1d and 1w`);

const numberText = /^[+-]?\d{1,20}(\.\d{1,20})?$/;
const wanted = 'give a number such as 12.5, or the same as text';

/** A number above zero, also as decimal text, for exact arithmetic. */
export const positiveField = z
  .union([z.number(), z.string().regex(numberText, wanted)], { error: wanted })
  .transform((value) => new Decimal(value))
  .refine((value) => value.gt(0), { error: 'must be above zero' });
