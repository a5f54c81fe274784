import { z } from 'zod';
import { canonicalJson } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { Market } from '../../market/market.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { RevisionContext, ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';

/** The price of an instrument, or the reason why there is none. */
async function priceOf(market: Market, symbol: string): Promise<JsonObject> {
  try {
    const { price, change24hPercent, source, asOf, notice } = await market.quote(symbol);
    return { price, change24hPercent, source, asOf, ...(notice && { notice }) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { price: null, problem: error.message };
  }
}

export const getWatchlist = defineTool({
  name: 'get_watchlist',
  description:
    'Returns the watchlist of the user, with the price of each instrument and its change over 24 hours.',
  category: 'portfolio',
  plan: 'free',
  rateLimit: { minute: 30 },
  alternatives: ['get_price'],
  example: {},
  schema: z.strictObject({}),
  // The prices take long; the list itself is one indexed query.
  revision: async ({ services, user }: RevisionContext<Services>) =>
    canonicalJson(
      (await services.watchlist.list(user)).map(({ symbol, note, addedAt }) => [
        symbol,
        note,
        addedAt.toISOString(),
      ]),
    ),
  async handle(_args, { services, user }: ToolContext<Services>) {
    const rows = await services.watchlist.list(user);
    const items = await Promise.all(
      rows.map(async ({ symbol, note, addedAt }) => ({
        symbol,
        ...(note !== null && { note }),
        addedAt: addedAt.toISOString(),
        ...(await priceOf(services.market, symbol)),
      })),
    );
    return { items };
  },
});
