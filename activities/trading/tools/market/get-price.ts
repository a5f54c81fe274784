import { z } from 'zod';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField } from '../fields.ts';
import { notedPrices } from '../live-prices.ts';

export const getPrice = defineTool({
  name: 'get_price',
  description:
    'Returns the latest price of an instrument, its change in percent over 24 hours (for a stock: since the ' +
    'last close), its volume, its source and the instrument behind the symbol.',
  category: 'market',
  plan: 'free',
  alternatives: ['get_ohlcv', 'get_indicators'],
  rateLimit: { minute: 60 },
  example: { symbol: 'SPX' },
  schema: z.strictObject({ symbol: symbolField }),
  handle: async ({ symbol }, context: ToolContext<Services>) =>
    notedPrices(symbol, await context.services.market.quote(symbol), context),
});
