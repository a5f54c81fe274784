import { z } from 'zod';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import type { Services } from '../../services.ts';
import { serviceOf } from '../../../tool-kit/set-up.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { symbolField } from '../fields.ts';
import { fmpMissing } from './fmp-missing.ts';

export const getFundamentals = defineTool({
  name: 'get_fundamentals',
  description:
    'A company behind a stock: its profile, its last 4 quarterly statements with ratios and the day each was filed, and ' +
    'its valuation (P/E, P/B, P/S, PEG) against the average of the largest companies of its industry. With asOf only ' +
    'what was filed by that day: use it for every question about the past. null is undefined, such as a P/E with losses.',
  category: 'market',
  plan: 'free',
  rateLimit: { minute: 20 },
  alternatives: ['get_price', 'search_news'],
  example: { symbol: 'NASDAQ:AAPL' },
  missing: fmpMissing,
  schema: z.strictObject({
    symbol: symbolField,
    asOf: z.iso
      .date()
      .refine(
        (day) => day <= new Date().toISOString().slice(0, 10),
        ownWords('must not be in the future', 'use today or an earlier day'),
      )
      .optional()
      .describe('A day, as in 2024-05-31: only what was known then. Left out, now'),
  }),
  label: ({ symbol = '', asOf }) => (asOf ? `${symbol} as of ${asOf}` : symbol),
  handle: async (args, { services }: ToolContext<Services>) =>
    serviceOf(services.fundamentals).read(args),
});
