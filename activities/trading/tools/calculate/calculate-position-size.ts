import { z } from 'zod';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import { priceText } from '../../../../contracts/trading/price-text.ts';
import { Decimal } from '../../../base/decimal.ts';
import { roundDownToLot } from '../../rounding.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { positiveField } from '../fields.ts';

/** Maximum fraction of the equity for a position; the rest is for fees and slippage. */
const usableEquity = new Decimal('0.99');

export const calculatePositionSize = defineTool({
  name: 'calculate_position_size',
  description:
    'Calculates the quantity to trade so that reaching the stop loses the given percentage of the equity. The ' +
    'notional stays below 99 % of the equity, which leaves room for fees, and below maximumNotional. riskAmount ' +
    'is what the returned quantity loses at the stop.',
  category: 'calculate',
  plan: 'free',
  rateLimit: { minute: 100 },
  example: { equity: 100_000, riskPercent: 1, entryPrice: '1132.99', stopPrice: 1100 },
  quick: true,
  schema: z
    .strictObject({
      equity: positiveField.describe('Equity of the account'),
      riskPercent: positiveField
        .refine((value) => value.lte(100), ownWords('must be at most 100', 'use at most 100'))
        .prefault(1)
        .describe('Maximum loss at the stop, in percent of the equity'),
      entryPrice: positiveField.describe('Price at which the position is opened'),
      stopPrice: positiveField.describe('Stop price, at which the position is closed at a loss'),
      maximumNotional: positiveField.optional().describe('Maximum value of the position'),
    })
    .refine(({ entryPrice, stopPrice }) => !entryPrice.eq(stopPrice), {
      ...ownWords('must differ from entryPrice', 'use another price'),
      path: ['stopPrice'],
    }),
  label: ({ entryPrice, stopPrice }) =>
    `entry ${priceText(String(entryPrice))}, stop ${priceText(String(stopPrice))}`,
  async handle({ equity, riskPercent, entryPrice, stopPrice, maximumNotional }) {
    const riskPerUnit = entryPrice.minus(stopPrice).abs();
    const byRisk = equity.times(riskPercent).div(100).div(riskPerUnit);
    const largest = Decimal.min(equity.times(usableEquity), maximumNotional ?? Infinity);
    const quantity = roundDownToLot(Decimal.min(byRisk, largest.div(entryPrice)));
    return {
      quantity: quantity.toNumber(),
      riskAmount: quantity.times(riskPerUnit).toNumber(),
      riskPerUnit: riskPerUnit.toNumber(),
      notional: quantity.times(entryPrice).toNumber(),
    };
  },
});
