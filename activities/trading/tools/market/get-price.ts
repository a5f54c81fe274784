import { z } from 'zod';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField } from '../fields.ts';
import { notedPrices } from '../live-prices.ts';

export const getPrice = defineTool({
  name: 'get_price',
  description:
    'The latest price of an instrument, with its change in 24 hours (of a stock: since the last close) in percent, its ' +
    'volume, its source and what the symbol stands for.',
  category: 'market',
  plan: 'free',
  alternatives: ['get_ohlcv', 'get_indicators'],
  rateLimit: { minute: 60 },
  example: { symbol: 'BTC/USDT' },
  schema: z.strictObject({ symbol: symbolField }),
  handle: async ({ symbol }, context: ToolContext<Services>) =>
    notedPrices(symbol, await context.services.market.quote(symbol), context),
});
