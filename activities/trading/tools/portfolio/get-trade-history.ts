import { z } from 'zod';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { RevisionContext, ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { accountField, symbolField } from '../fields.ts';
import { exchangeMoment } from '../../market/moment.ts';
import { showFill } from '../orders/order-answer.ts';

export const getTradeHistory = defineTool({
  name: 'get_trade_history',
  description:
    "Returns the latest fills of the user's paper account or of a desk account, newest first: price, quantity, " +
    'fee, whether the order was maker or taker, and the bar that filled it.',
  category: 'portfolio',
  plan: 'pro',
  rateLimit: { minute: 20 },
  alternatives: ['get_portfolio'],
  example: { symbol: 'SPX', limit: 20 },
  schema: z.strictObject({
    symbol: symbolField.optional().describe('Only fills in this instrument. Default: all'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(200)
      .default(50)
      .describe('Maximum number of fills, up to 200'),
    account: accountField,
  }),
  async revision({ services, user }: RevisionContext<Services>, { account }) {
    return (await services.exchanges.of(user, account)).revision();
  },
  async handle({ account, ...filter }, context: ToolContext<Services>) {
    const moment = await exchangeMoment(context, filter.symbol);
    const exchange = await context.services.exchanges.of(context.user, account);
    const trades = await exchange.trades(filter);
    return {
      trades: trades.map(({ order, fill }) => ({
        clientOrderId: order.clientOrderId,
        symbol: order.symbol,
        side: order.side,
        type: order.type,
        leg: order.leg,
        liquidity: fill.liquidity,
        ...showFill(fill),
      })),
      source: 'Baton paper account',
      asOf: trades[0]?.fill.asOf ?? moment?.asOf ?? new Date().toISOString(),
    };
  },
});
