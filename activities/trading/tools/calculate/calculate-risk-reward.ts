import { z } from 'zod';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { priceText } from '../../../../contracts/trading/price-text.ts';
import { positiveField } from '../fields.ts';

export const calculateRiskReward = defineTool({
  name: 'calculate_risk_reward',
  description:
    'Calculates the risk and the reward of a trade per unit, their ratio, and the share of such trades (0 to 1) ' +
    'that must win to break even, without fees.',
  category: 'calculate',
  plan: 'free',
  rateLimit: { minute: 100 },
  example: { side: 'long', entryPrice: 100, stopPrice: 95, targetPrice: '115' },
  quick: true,
  schema: z
    .strictObject({
      side: z
        .enum(['long', 'short'])
        .describe('long gains when the price rises, short when it falls'),
      entryPrice: positiveField.describe('Price at which the position is opened'),
      stopPrice: positiveField.describe('Price at which it is closed at a loss'),
      targetPrice: positiveField.describe('Price at which it is closed at a gain'),
    })
    .superRefine(({ side, entryPrice, stopPrice, targetPrice }, context) => {
      const [losing, gaining] = side === 'long' ? ['below', 'above'] : ['above', 'below'];
      const sign = side === 'long' ? 1 : -1;
      if (entryPrice.minus(stopPrice).times(sign).lte(0)) {
        const message = `must be ${losing} entryPrice on a ${side}`;
        const fix = `use a price ${losing} entryPrice`;
        context.addIssue({ code: 'custom', path: ['stopPrice'], message, fix });
      }
      if (targetPrice.minus(entryPrice).times(sign).lte(0)) {
        const message = `must be ${gaining} entryPrice on a ${side}`;
        const fix = `use a price ${gaining} entryPrice`;
        context.addIssue({ code: 'custom', path: ['targetPrice'], message, fix });
      }
    }),
  label: ({ side, entryPrice }) => `${side} at ${priceText(String(entryPrice))}`,
  async handle({ entryPrice, stopPrice, targetPrice }) {
    const risk = entryPrice.minus(stopPrice).abs();
    const reward = targetPrice.minus(entryPrice).abs();
    return {
      risk: risk.toNumber(),
      reward: reward.toNumber(),
      ratio: reward.div(risk).toDecimalPlaces(6).toNumber(),
      breakEvenWinRate: risk.div(risk.plus(reward)).toDecimalPlaces(6).toNumber(),
    };
  },
});
