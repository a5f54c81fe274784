import { z } from 'zod';
import { ownWords, withFix } from '../../../contracts/base/own-words.ts';
import { Decimal } from '../../base/decimal.ts';
import { timeframes } from '../market/market.ts';

// Arguments that several tools take.

export const symbolField = z
  .string()
  .trim()
  .toUpperCase()
  // Accepts pairs in the form of exchanges, such as BTC-USDT.
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
 * Decimal text of a number above zero: no minus sign, and a digit other than 0. Without look-ahead, so that it also
 * fits the JSON Schemas that models' APIs accept.
 */
const positiveText = /^\+?(0{0,19}[1-9]\d{0,19}(\.\d{1,20})?|0{1,20}\.0{0,19}[1-9]\d{0,19})$/;

/** The range of stored amounts, which have twelve decimals. */
const [least, most] = [new Decimal('1e-12'), new Decimal('1e15')];

/**
 * Significant digits that every JSON number preserves; more digits of a number are floating-point noise. Text can have
 * more.
 */
const numberDigits = 15;

/** A number above zero, as a number or decimal text, for exact arithmetic. */
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
