import { z } from 'zod';
import { ownWords, withFix } from '../../../contracts/base/own-words.ts';
import { Decimal } from '../../base/decimal.ts';
import { timeframes } from '../market/market.ts';

/** Arguments that several tools take. */

export const symbolField = z
  .string()
  .trim()
  .toUpperCase()
  // As exchanges write pairs, such as BTC-USDT.
  .overwrite((symbol) => symbol.replace(/^([A-Z0-9]{2,10})-(USDT|USDC|USD|EUR|BTC|ETH)$/, '$1/$2'))
  .min(1)
  .max(30)
  .describe('The instrument: SPX, a crypto pair such as BTC/USDT, or a stock such as NASDAQ:AAPL');

export const accountField = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .optional()
  .describe(
    "The id of a desk account that the user is a member of. Default: the user's own account",
  );

export const orderIdField = z
  .string()
  .trim()
  .regex(
    /^[0-9a-f]{64}$/,
    ownWords('is not an order id', 'write the 64 digits that get_pending_orders lists'),
  );

export const timeframeField = z
  .enum(timeframes)
  .default('1d')
  .describe(`Length of a bar: ${timeframes.join(', ')}. SPX has 1d and 1w`);

const numberText = /^[+-]?\d{1,20}(\.\d{1,20})?$/;
const wanted = 'give a number such as 12.5, or the same as text';
const [tooLow, tooLowFix] = ['must be above zero', 'use a number above zero'];

/**
 * Decimal text without a sign below zero, and with a digit other than 0 before or after its point. A JSON Schema holds
 * it too, for models whose APIs take no look-ahead.
 */
const positiveText = /^\+?(0{0,19}[1-9]\d{0,19}(\.\d{1,20})?|0{1,20}\.0{0,19}[1-9]\d{0,19})$/;

/** What fits the records: they keep twelve decimals. */
const [least, most] = [new Decimal('1e-12'), new Decimal('1e15')];

/** Digits that every number of JSON keeps: what floating point leaves behind them is noise, and text may have more. */
const numberDigits = 15;

/** A number above zero, also as decimal text, for exact arithmetic; its JSON Schema says so as well. */
export const positiveField = z
  .union(
    [
      z.number().gt(0, ownWords(tooLow, tooLowFix)),
      z.string().regex(positiveText, {
        error: (issue) =>
          numberText.test(String(issue.input)) ? withFix(issue, tooLow, tooLowFix) : wanted,
      }),
    ],
    { error: wanted },
  )
  .transform((value) =>
    typeof value === 'number'
      ? new Decimal(value).toSignificantDigits(numberDigits)
      : new Decimal(value),
  )
  .refine(
    (value) => value.gte(least) && value.lt(most),
    ownWords(
      `must be from ${least.toFixed()} to below ${most.toFixed()}`,
      'use a number in this range',
    ),
  );
