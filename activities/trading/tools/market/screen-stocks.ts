import { z } from 'zod';
import { screenOrders } from '../../market/fundamentals/screen-criteria.ts';
import type { Services } from '../../services.ts';
import { serviceOf } from '../../../tool-kit/set-up.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { dayOfMoment } from '../../../../contracts/tools/moment.ts';
import { fmpMissing } from './fmp-missing.ts';

const bound = (about: string) => z.number().optional().describe(about);
const name = (about: string) => z.string().trim().min(1).max(60).optional().describe(about);

export const screenStocks = defineTool({
  name: 'screen_stocks',
  description:
    'Finds stocks by market capitalization, valuation, growth, sector and more, and returns the 20 best with ' +
    'their key figures. Yields and growth are in percent. With limits on P/E, P/B or growth, or if sorted by them, ' +
    'only the 60 largest matches are examined: found and examined give the counts. If examined is ' +
    'below found, narrow the sector or the size.',
  category: 'market',
  plan: 'free',
  rateLimit: { minute: 10 },
  alternatives: ['get_fundamentals'],
  example: { sector: 'Technology', country: 'US', marketCapMin: 10_000_000_000, peMax: 25 },
  missing: fmpMissing,
  schema: z.strictObject({
    sector: name('Such as Technology, Healthcare, Energy or Financial Services'),
    industry: name('Such as Semiconductors or Consumer Electronics'),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .length(2)
      .optional()
      .describe('Two letters, such as US'),
    exchange: name('Such as NASDAQ or NYSE'),
    marketCapMin: bound('Minimum market capitalization'),
    marketCapMax: bound('Maximum market capitalization'),
    priceMin: bound('Minimum price'),
    priceMax: bound('Maximum price'),
    volumeMin: bound('Minimum volume per day'),
    betaMin: bound('Minimum beta'),
    betaMax: bound('Maximum beta'),
    dividendYieldMin: bound('Minimum dividend yield, in percent'),
    peMin: bound('Minimum P/E of the last four quarters'),
    peMax: bound('Maximum P/E. Companies with losses have none and are left out'),
    pbMax: bound('Maximum P/B'),
    revenueGrowthMin: bound('Minimum revenue growth in the last fiscal year, in percent'),
    epsGrowthMin: bound('Minimum growth of earnings per share in the last fiscal year, in percent'),
    sortBy: z
      .enum(screenOrders)
      .default('marketCap')
      .describe('The figure to sort by: largest first; for pe and pb, smallest first'),
  }),
  label: ({ sector, industry, country }) =>
    [industry ?? sector, country].filter(Boolean).join(', '),
  async handle(args, { services, moment }: ToolContext<Services>) {
    const screener = serviceOf(services.screener);
    if (!moment) return screener.screen(args);
    throw new ToolError(
      `screen_stocks has only current data, but this run is as of ${dayOfMoment(moment)}: ${moment.reason}. Use ` +
        'get_fundamentals for what was known about a company then.',
      { retryable: false, fault: 'conflict' },
    );
  },
});
