import { z } from 'zod';
import type { Json } from '../../../../contracts/base/json.ts';
import type { CompanyFundamentals } from '../../market/fundamentals/fundamentals.ts';
import { ownWords } from '../../../../contracts/base/own-words.ts';
import type { Services } from '../../services.ts';
import { serviceOf } from '../../../tool-kit/set-up.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { dayOfMoment } from '../../../../contracts/tools/moment.ts';
import type { Moment } from '../../../../contracts/tools/moment.ts';
import { momentOf } from '../../market/moment.ts';
import { symbolField } from '../fields.ts';
import { fmpMissing } from './fmp-missing.ts';

const dataTypes = ['all', 'profile', 'statements', 'valuation'] as const;

export const getFundamentals = defineTool({
  name: 'get_fundamentals',
  description:
    'Returns the company behind a stock: its profile, its last 4 quarterly statements with ratios and filing ' +
    'dates, and its valuation (P/E, P/B, P/S, PEG) compared with the average of the largest companies of its ' +
    'industry. With asOf, only what was filed by that day: use it for questions about the past. null means ' +
    'undefined, such as a P/E with losses.',
  category: 'market',
  plan: 'free',
  rateLimit: { minute: 20 },
  alternatives: ['get_price', 'search_news'],
  example: { symbol: 'NASDAQ:AAPL' },
  missing: fmpMissing,
  aliases: {
    names: { data_type: 'dataType', type: 'dataType' },
    values: { dataType: toDataType },
  },
  schema: z.strictObject({
    symbol: symbolField,
    dataType: z.enum(dataTypes).default('all').describe('The part to return. Default: all parts'),
    asOf: z.iso
      .date()
      .refine(
        (day) => day <= new Date().toISOString().slice(0, 10),
        ownWords('must not be in the future', 'use today or an earlier day'),
      )
      .optional()
      .describe('A day such as 2024-05-31: only what was known then. Default: now'),
  }),
  label: ({ symbol = '', asOf }) => (asOf ? `${symbol} as of ${asOf}` : symbol),
  async handle({ symbol, asOf, dataType }, context: ToolContext<Services>) {
    const fundamentals = serviceOf(context.services.fundamentals);
    const day = knownDay(asOf, await momentOf(context, symbol));
    const all = await fundamentals.read({ symbol, asOf: day });
    return dataType === 'all' ? all : partOf(all, dataType);
  },
});

const dayMs = 86_400_000;

/**
 * The day up to which filings can be used. In a run as of a moment, it is at most the day before, since filings have no
 * time of day.
 * @throws {ToolError} if a later day is requested.
 */
function knownDay(asked: string | undefined, moment: Moment | undefined): string | undefined {
  if (!moment) return asked;
  const latest = new Date(Date.parse(dayOfMoment(moment)) - dayMs).toISOString().slice(0, 10);
  if (asked === undefined || asked <= latest) return asked ?? latest;
  throw new ToolError(
    `asOf: must be ${latest} or earlier: ${moment.reason}, and it has reached ${dayOfMoment(moment)}.`,
    { retryable: false },
  );
}

/** Names of the parts on other platforms. */
const partsInWords: Record<string, (typeof dataTypes)[number]> = {
  overview: 'profile',
  company: 'profile',
  company_profile: 'profile',
  financials: 'statements',
  income: 'statements',
  income_statement: 'statements',
  balance: 'statements',
  balance_sheet: 'statements',
  cash_flow: 'statements',
  earnings: 'statements',
  ratios: 'valuation',
  metrics: 'valuation',
  key_metrics: 'valuation',
};

function toDataType(value: Json): Json {
  return typeof value === 'string'
    ? (partsInWords[value.toLowerCase()] ?? value.toLowerCase())
    : value;
}

/** One part, with symbol and source. */
function partOf(all: CompanyFundamentals, part: Exclude<(typeof dataTypes)[number], 'all'>): Json {
  const { profile, statements, valuation, industry, ...about } = all;
  const parts = {
    profile: { profile },
    statements: { statements },
    valuation: { valuation, industry },
  };
  return { ...about, ...parts[part] } as Json;
}
