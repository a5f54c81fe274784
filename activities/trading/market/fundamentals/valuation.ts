import type { FmpClient } from '../fmp/fmp-client.ts';
import { marketCapRow, ratiosRow } from '../fmp/wire.ts';
import { positiveOrNull, ratioOf, sumOf } from './ratio.ts';
import type { QuarterlyStatement } from './statements.ts';

/** Valuation ratios of a company; null if undefined, such as a P/E with losses. */
export type Valuation = {
  /** Price / earnings of the last four quarters. */
  pe: number | null;
  /** Price / book value (equity). */
  pb: number | null;
  /** Price / revenue of the last four quarters. */
  ps: number | null;
  /** P/E / yearly growth of earnings in percent. */
  peg: number | null;
};

const dayMs = 86_400_000;

/** Current valuation from FMP (`ratios-ttm`). */
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
 * Valuation on a past day: the market capitalization of that day, which splits do not change, and statements filed by
 * then. PEG uses the growth of the last four quarters over the four before.
 * @param statements filed by that day, newest first.
 * @param currency of the price. Ratios are null if a statement is in another currency.
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

/** The sum of four consecutive quarters; null if one is missing. */
function ofYear(
  statements: readonly QuarterlyStatement[],
  figure: 'netIncome' | 'revenue',
): number | null {
  const [newest, oldest] = [statements[0], statements[3]];
  if (!newest || !oldest) return null;
  const days = (Date.parse(newest.periodEnd) - Date.parse(oldest.periodEnd)) / dayMs;
  // The ends of the first and last quarter are about 273 days apart, give or take the weeks of a fiscal year.
  if (days > 300) return null;
  return sumOf(statements.map((statement) => statement[figure]));
}

function growthPercent(now: number | null, before: number | null): number | null {
  const ratio = ratioOf(now, before);
  return ratio === null ? null : (ratio - 1) * 100;
}
