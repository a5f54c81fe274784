import type { FmpClient } from '../fmp/fmp-client.ts';
import { marketCapRow, ratiosRow } from '../fmp/wire.ts';
import { positiveOrNull, ratioOf, sumOf } from './ratio.ts';
import type { QuarterlyStatement } from './statements.ts';

/** What is paid for a company, by what it earns, owns and sells; null where that is undefined, as with losses. */
export type Valuation = {
  /** Price to the earnings of the last four quarters. */
  pe: number | null;
  /** Price to equity. */
  pb: number | null;
  /** Price to the revenue of the last four quarters. */
  ps: number | null;
  /** P/E to the growth of earnings, in percent a year. */
  peg: number | null;
};

const dayMs = 86_400_000;

/** The valuation of now, as FMP has it (`ratios-ttm`). */
export async function readValuation(client: FmpClient, symbol: string): Promise<Valuation> {
  const [row] = await client.rows('ratios-ttm', { symbol }, ratiosRow);
  return {
    pe: positiveOrNull(row?.priceToEarningsRatioTTM),
    pb: positiveOrNull(row?.priceToBookRatioTTM),
    ps: positiveOrNull(row?.priceToSalesRatioTTM),
    peg: positiveOrNull(row?.priceToEarningsGrowthRatioTTM),
  };
}

/**
 * The valuation on a day: the market capitalization of that day, which splits do not change, by what was filed until
 * then. PEG is by the growth of the last four quarters over the four before.
 * @param statements known on that day, the newest first.
 * @param currency what the price is in: reports in another are not compared with it.
 */
export async function valuationOn(
  client: FmpClient,
  options: {
    symbol: string;
    day: string;
    statements: readonly QuarterlyStatement[];
    currency: string;
  },
): Promise<Valuation> {
  const { symbol, day, statements, currency } = options;
  const from = new Date(Date.parse(day) - 10 * dayMs).toISOString().slice(0, 10);
  const rows = await client.rows(
    'historical-market-capitalization',
    { symbol, from, to: day },
    marketCapRow,
  );
  const worth = rows
    .filter(({ date }) => date <= day)
    .toSorted((a, b) => b.date.localeCompare(a.date))[0]?.marketCap;
  const years = [statements.slice(0, 4), statements.slice(4, 8)];
  const isComparable = statements.slice(0, 8).every((one) => one.currency === currency);
  const [year, yearBefore] = isComparable ? years : [[], []];
  const earned = ofYear(year!, 'netIncome');
  const earnedBefore = ofYear(yearBefore!, 'netIncome');
  const pe = ratioOf(worth, earned);
  return {
    pe,
    pb: ratioOf(worth, year?.[0]?.equity),
    ps: ratioOf(worth, ofYear(year!, 'revenue')),
    peg: ratioOf(pe, growthPercent(earned, earnedBefore)),
  };
}

/** The sum of four quarters in a row; null where one of them is missing. */
function ofYear(
  statements: readonly QuarterlyStatement[],
  figure: 'netIncome' | 'revenue',
): number | null {
  const [newest, oldest] = [statements[0], statements[3]];
  if (!newest || !oldest) return null;
  const days = (Date.parse(newest.periodEnd) - Date.parse(oldest.periodEnd)) / dayMs;
  // Three quarters between the ends of the first and the last, give or take the weeks of a fiscal year.
  if (days > 300) return null;
  return sumOf(statements.map((statement) => statement[figure]));
}

function growthPercent(now: number | null, before: number | null): number | null {
  const ratio = ratioOf(now, before);
  return ratio === null ? null : (ratio - 1) * 100;
}
