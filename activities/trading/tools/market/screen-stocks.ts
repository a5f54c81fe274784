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
    'Finds stocks by market capitalization, valuation, growth, sector and more, and gives the 20 best with their key ' +
    'figures. Percentages are in percent. Of those with bounds on P/E, P/B or growth the 60 largest are looked at: ' +
    'found and examined say how many. Narrow the sector or the size where examined is below found.',
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
    marketCapMin: bound('Least market capitalization'),
    marketCapMax: bound('Largest market capitalization'),
    priceMin: bound('Least price'),
    priceMax: bound('Largest price'),
    volumeMin: bound('Least volume in a day'),
    betaMin: bound('Least beta'),
    betaMax: bound('Largest beta'),
    dividendYieldMin: bound('Least dividend yield, in percent'),
    peMin: bound('Least P/E of the last four quarters'),
    peMax: bound('Largest P/E; companies with losses have none, and are left out'),
    pbMax: bound('Largest P/B'),
    revenueGrowthMin: bound('Least growth of revenue in the last fiscal year, in percent'),
    epsGrowthMin: bound('Least growth of earnings per share in the last fiscal year, in percent'),
    sortBy: z
      .enum(screenOrders)
      .default('marketCap')
      .describe('What is best: the largest, or of pe and pb the smallest'),
  }),
  label: ({ sector, industry, country }) =>
    [industry ?? sector, country].filter(Boolean).join(', '),
  async handle(args, { services, moment }: ToolContext<Services>) {
    const screener = serviceOf(services.screener);
    if (!moment) return screener.screen(args);
    throw new ToolError(
      `screen_stocks knows stocks as they are today, and this run is as of ${dayOfMoment(moment)}: ${moment.reason}. ` +
        'get_fundamentals tells what was known of one company then.',
      { retryable: false, fault: 'conflict' },
    );
  },
});
