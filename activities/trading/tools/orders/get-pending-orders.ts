import { z } from 'zod';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { accountField, symbolField } from '../fields.ts';
import { exchangeMoment } from '../../market/moment.ts';
import { showOrder, showProposed } from './order-answer.ts';

export const getPendingOrders = defineTool({
  name: 'get_pending_orders',
  description:
    "Returns the open orders of the user's paper account or of a desk account, oldest first, each with its remaining " +
    'quantity; also the stops and targets of open positions. awaitingApproval lists the orders that wait for the ' +
    'approval of a person: they are not placed yet. Do not place the same order again.',
  category: 'trading',
  plan: 'pro',
  rateLimit: { minute: 30 },
  alternatives: ['get_portfolio'],
  example: { symbol: 'SPX' },
  schema: z.strictObject({
    symbol: symbolField.optional().describe('Only orders in this instrument. Default: all'),
    account: accountField,
  }),
  async handle({ symbol, account }, context: ToolContext<Services>) {
    const { services, user } = context;
    const moment = await exchangeMoment(context, symbol);
    const exchange = await services.exchanges.of(user, account);
    const orders = await exchange.openOrders();
    const wanted = symbol && (await canonicalSymbol(services.market, symbol));
    const awaiting = [];
    for (const proposed of await exchange.proposedOrders()) {
      // As the model wrote it, not yet parsed by the tool.
      const asked = symbolField.safeParse(proposed.order['symbol']).data;
      const isWanted =
        wanted === undefined ||
        (asked !== undefined && (await isOf(services.market, asked, wanted)));
      if (isWanted) awaiting.push(showProposed(proposed));
    }
    const shown = orders.filter((order) => wanted === undefined || order.symbol === wanted);
    return {
      orders: shown.map((order) => ({
        ...showOrder(order),
        remaining: order.remaining.toNumber(),
      })),
      awaitingApproval: awaiting,
      source: 'Baton paper account',
      asOf: moment?.asOf ?? new Date().toISOString(),
    };
  },
});

/** Whether a symbol can mean the wanted instrument; true if it cannot be looked up now. */
async function isOf(market: Services['market'], symbol: string, wanted: string): Promise<boolean> {
  try {
    return (await canonicalSymbol(market, symbol)) === wanted;
  } catch (error) {
    if (error instanceof ToolError) return true;
    throw error;
  }
}
