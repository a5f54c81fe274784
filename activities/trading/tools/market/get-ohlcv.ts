import { z } from 'zod';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField, timeframeField } from '../fields.ts';
import { notedPrices } from '../live-prices.ts';

export const getOhlcv = defineTool({
  name: 'get_ohlcv',
  description:
    'Returns the newest complete bars of an instrument, oldest first: opening time, open, high, low, close and ' +
    'volume. gaps lists where bars are missing.',
  category: 'market',
  plan: 'free',
  alternatives: ['get_indicators', 'get_price'],
  rateLimit: { minute: 30 },
  example: { symbol: 'SPX', timeframe: '1d', limit: 48 },
  schema: z.strictObject({
    symbol: symbolField,
    timeframe: timeframeField,
    limit: z.number().int().min(1).max(500).default(100).describe('How many bars, at most 500'),
    before: z
      .union(
        [z.iso.datetime(), z.iso.date()],
        ownWords('is not a time', 'write one such as 2019-12-31 or 2019-12-31T14:00:00Z'),
      )
      .optional()
      .describe('Only bars that opened before this time. Default: the newest'),
  }),
  label: ({ symbol, timeframe = '1d' }) => `${symbol} ${timeframe}`,
  handle: async (args, context: ToolContext<Services>) =>
    notedPrices(args.symbol, await context.services.market.bars(args), context),
});
