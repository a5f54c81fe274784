import type { FmpClient } from '../fmp/fmp-client.ts';
import { industryPeRow, screenerRow } from '../fmp/wire.ts';
import { FeedRefusal } from '../feed.ts';
import { centreOf, positiveOrNull } from './ratio.ts';
import { remembering } from './remembering.ts';
import { readValuation } from './valuation.ts';

type Centre = ReturnType<typeof centreOf>;

/** Valuation ratios of an industry. */
export type IndustryValuation = {
  industry: string;
  /** Ratios of the largest companies of the industry in the same country, by market capitalization. */
  pe: Centre;
  pb: Centre;
  ps: Centre;
  peg: Centre;
  /** The companies in the averages. */
  companies: string[];
  /** FMP's P/E of the industry on the exchange, with its day; null if there is none. */
  exchangePe: { value: number; day: string } | null;
};

const peers = 8;
const dayMs = 86_400_000;
/** How many days back to look for FMP's industry P/E, which is missing for days without trading. */
const daysBack = 5;

/** Reads valuation ratios of industries. */
export type Industries = {
  /** @throws {FeedRefusal} */
  valuation(of: {
    industry: string;
    country: string | undefined;
    exchange: string | undefined;
    except: string;
  }): Promise<IndustryValuation>;
  /** FMP's P/E of an industry on a day or the last trading day before it; null if there is none. */
  peOn(of: {
    industry: string;
    exchange: string | undefined;
    day: string;
  }): Promise<{ value: number; day: string } | null>;
};

/** Reads valuation ratios of industries. They are cached for a day, since each takes a dozen FMP requests. */
export function createIndustries(options: { client: FmpClient; now: () => number }): Industries {
  const { client, now } = options;
  const largest = remembering({ forMs: dayMs, now }, async (industry: string, country: string) =>
    client.rows(
      'company-screener',
      {
        industry,
        country: country || undefined,
        isEtf: false,
        isFund: false,
        isActivelyTrading: true,
        limit: 100,
      },
      screenerRow,
    ),
  );
  const valued = remembering({ forMs: dayMs, now }, (symbol: string) =>
    readValuation(client, symbol),
  );
  const peOfDay = remembering({ forMs: dayMs, now }, (day: string) =>
    client.rows('industry-pe-snapshot', { date: day }, industryPeRow),
  );

  const peOn: Industries['peOn'] = async ({ industry, exchange, day }) => {
    for (let back = 0; back <= daysBack; back += 1) {
      const date = new Date(Date.parse(day) - back * dayMs).toISOString().slice(0, 10);
      const rows = (await peOfDay(date)).filter((row) => row.industry === industry);
      const row = rows.find((one) => exchange !== undefined && one.exchange === exchange);
      // FMP returns 0 if there is none.
      const value = positiveOrNull(row?.pe);
      if (value !== null) return { value, day: date };
    }
    return null;
  };

  return {
    peOn,

    async valuation({ industry, country = '', exchange, except }) {
      const companies = (await largest(industry, country))
        .filter(({ symbol }) => symbol !== except)
        .toSorted((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0))
        .slice(0, peers)
        .map(({ symbol }) => symbol);
      const valuations = await Promise.all(companies.map((symbol) => valued(symbol)));
      const centre = (ratio: 'pe' | 'pb' | 'ps' | 'peg') =>
        centreOf(valuations.map((each) => each[ratio]).filter((value) => value !== null));
      const day = new Date(now()).toISOString().slice(0, 10);
      return {
        industry,
        pe: centre('pe'),
        pb: centre('pb'),
        ps: centre('ps'),
        peg: centre('peg'),
        companies,
        exchangePe: await peOn({ industry, exchange, day }).catch(withoutRefusal),
      };
    },
  };
}

/** FMP's industry P/E is optional, since not every plan includes it. */
function withoutRefusal(error: unknown): null {
  if (error instanceof FeedRefusal) return null;
  throw error;
}
