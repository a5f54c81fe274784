import type { ScreenedStock, Screening } from './screening.ts';
import type { z } from 'zod';
import type { FmpClient } from '../fmp/fmp-client.ts';
import { growthRow, screenerRow } from '../fmp/wire.ts';
import { FeedRefusal } from '../feed.ts';
import { toToolError } from './refusals.ts';
import { ratioOf } from './ratio.ts';
import { remembering } from './remembering.ts';
import { byOrder, fits, isWithin, needsExamining, screenerParameters } from './screen-criteria.ts';
import type { ScreenRequest } from './screen-criteria.ts';
import { readValuation } from './valuation.ts';

export interface Screener {
  /** @throws {ToolError} */
  screen(request: ScreenRequest): Promise<Screening>;
}

const best = 20;
/** Each examined company takes two FMP requests. */
const mostExamined = 60;
const atOnce = 6;
const dayMs = 86_400_000;

/** Finds stocks by criteria, with Financial Modeling Prep. */
export function createScreener(options: { client: FmpClient; now?: () => number }): Screener {
  const { client, now = Date.now } = options;
  const valued = remembering({ forMs: dayMs, now }, (symbol: string) =>
    readValuation(client, symbol),
  );
  const grown = remembering({ forMs: dayMs, now }, async (symbol: string) => {
    const rows = await client.rows(
      'financial-growth',
      { symbol, period: 'annual', limit: 1 },
      growthRow,
    );
    return rows[0];
  });

  async function examine(row: z.output<typeof screenerRow>, notes: Set<string>) {
    const noted = (error: unknown) => {
      if (!(error instanceof FeedRefusal) || error.kind === 'limited') throw error;
      notes.add(error.message);
      return undefined;
    };
    const [value, growth] = await Promise.all([
      valued(row.symbol).catch(noted),
      grown(row.symbol).catch(noted),
    ]);
    return stockOf(row, value, growth);
  }

  return {
    async screen(request) {
      try {
        const rows = await client.rows(
          'company-screener',
          screenerParameters(request),
          screenerRow,
        );
        const byYield = request.sortBy === 'dividendYield';
        const candidates = rows
          .filter((row) => isWithin(yieldOf(row), request.dividendYieldMin, undefined))
          .toSorted((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0))
          .toSorted((a, b) => (byYield ? (yieldOf(b) ?? -1) - (yieldOf(a) ?? -1) : 0))
          .slice(0, needsExamining(request) ? mostExamined : best);
        const notes = new Set<string>();
        const stocks: ScreenedStock[] = [];
        for (let start = 0; start < candidates.length; start += atOnce) {
          const some = candidates.slice(start, start + atOnce).map((row) => examine(row, notes));
          stocks.push(...(await Promise.all(some)));
        }
        return {
          stocks: stocks
            .filter((stock) => fits(stock, request))
            .toSorted(byOrder(request.sortBy))
            .slice(0, best),
          found: rows.length,
          examined: candidates.length,
          ...(notes.size > 0 && { unavailable: [...notes] }),
          source: 'Financial Modeling Prep',
          asOf: new Date(now()).toISOString(),
        };
      } catch (error) {
        throw toToolError(error);
      }
    },
  };
}

function stockOf(
  row: z.output<typeof screenerRow>,
  value: Awaited<ReturnType<typeof readValuation>> | undefined,
  growth: z.output<typeof growthRow> | undefined,
): ScreenedStock {
  const { symbol, exchangeShortName: exchange = null } = row;
  return {
    symbol: exchange ? `${exchange}:${symbol}` : symbol,
    name: row.companyName ?? null,
    exchange,
    country: row.country ?? null,
    sector: row.sector ?? null,
    industry: row.industry ?? null,
    price: row.price ?? null,
    marketCap: row.marketCap ?? null,
    volume: row.volume ?? null,
    beta: row.beta ?? null,
    dividendYield: yieldOf(row),
    pe: value?.pe ?? null,
    pb: value?.pb ?? null,
    ps: value?.ps ?? null,
    revenueGrowth: percentOf(growth?.revenueGrowth),
    epsGrowth: percentOf(growth?.epsgrowth),
  };
}

function yieldOf({ lastAnnualDividend, price }: z.output<typeof screenerRow>): number | null {
  return percentOf(ratioOf(lastAnnualDividend, price));
}

/** A fraction as a percentage with two decimals. */
function percentOf(share: number | null | undefined): number | null {
  if (share === null || share === undefined || !Number.isFinite(share)) return null;
  return Math.round(share * 10_000) / 100;
}
