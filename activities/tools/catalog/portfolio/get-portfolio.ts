import { z } from 'zod';
import { defineTool } from '../../tool.ts';
import type { ToolContext } from '../../tool.ts';
import type { Services } from '../../services.ts';
import { showOrder } from '../order-answer.ts';

export const getPortfolio = defineTool({
  name: 'get_portfolio',
  description:
    'The paper account: cash, what open orders reserve of it, equity, positions with their profit or ' +
    'loss at the price of now, and open orders. A negative quantity is a short position.',
  category: 'portfolio',
  plan: 'pro',
  rateLimit: { minute: 30 },
  schema: z.strictObject({}),
  async handle(_args, { services }: ToolContext<Services>) {
    const portfolio = await services.exchange.portfolio();
    const { currency, cash, reserved, equity, source, asOf, notice } = portfolio;
    return {
      currency,
      cash: cash.toNumber(),
      reserved: reserved.toNumber(),
      equity: equity.toNumber(),
      positions: portfolio.positions.map((position) => ({
        symbol: position.symbol,
        quantity: position.quantity.toNumber(),
        averagePrice: position.averagePrice.toDecimalPlaces(8).toNumber(),
        marketPrice: position.marketPrice.toNumber(),
        unrealizedPnl: position.unrealizedPnl.toDecimalPlaces(8).toNumber(),
      })),
      openOrders: portfolio.openOrders.map(showOrder),
      source,
      asOf,
      ...(notice && { notice }),
    };
  },
});
