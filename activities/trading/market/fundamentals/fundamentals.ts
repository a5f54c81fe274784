import type { z } from 'zod';
import type { Provenance } from '../../../../contracts/tools/tools.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import { FeedRefusal } from '../feed.ts';
import type { FmpClient } from '../fmp/fmp-client.ts';
import { profileRow } from '../fmp/wire.ts';
import { identityOf, qualifiedOf } from '../instrument.ts';
import type { Instrument, InstrumentIdentity } from '../instrument.ts';
import type { Market } from '../market.ts';
import { createIndustries } from './industry.ts';
import type { IndustryValuation } from './industry.ts';
import { noting, toToolError } from './refusals.ts';
import { readStatements } from './statements.ts';
import type { QuarterlyStatement } from './statements.ts';
import { readValuation, valuationOn } from './valuation.ts';
import type { Valuation } from './valuation.ts';

/** Profile of a company. `marketCap` is in `currency`. */
export type CompanyProfile = {
  name: string | null;
  exchange: string | null;
  currency: string | null;
  sector: string | null;
  industry: string | null;
  country: string | null;
  /** Only in current answers, since history is not available. */
  marketCap?: number | null;
  beta?: number | null;
  employees?: number | null;
  ceo?: string | null;
  website?: string | null;
  listedSince?: string | null;
  description?: string | null;
};

/** Profile, statements and valuation of a company. */
export type CompanyFundamentals = Provenance & {
  symbol: string;
  instrument: InstrumentIdentity;
  profile: CompanyProfile;
  /** The last four filed quarters, newest first. */
  statements: QuarterlyStatement[];
  valuation: Valuation;
  /** Null if the industry is unknown or FMP has no data. As of a past day, only FMP's industry P/E is available. */
  industry:
    | IndustryValuation
    | { industry: string; exchangePe: IndustryValuation['exchangePe'] }
    | null;
  /** Data that could not be read, with the reason. */
  unavailable?: string[];
};

export interface Fundamentals {
  /**
   * Reads the fundamentals of a company; as of a past day, only what was filed by then.
   * @param request.asOf `YYYY-MM-DD`; default: now.
   * @throws {ToolError} if the symbol is not a stock, or FMP gives no usable answer.
   */
  read(request: { symbol: string; asOf?: string | undefined }): Promise<CompanyFundamentals>;
}

const quarters = 4;
const dayMs = 86_400_000;
/** Extra quarters: four of the previous year for growth, and two for late filings. */
const spareQuarters = 6;
const longestDescription = 1_000;

/** Reads fundamentals from Financial Modeling Prep. */
export function createFundamentals(options: {
  client: FmpClient;
  market: Pick<Market, 'instrument'>;
  now?: () => number;
}): Fundamentals {
  const { client, market, now = Date.now } = options;
  const industries = createIndustries({ client, now });

  async function readOn(instrument: Instrument, symbol: string, day: string) {
    const since = Math.ceil((now() - Date.parse(day)) / (91 * dayMs));
    const limit = Math.max(since, 0) + quarters + spareQuarters;
    const [profile, known] = await Promise.all([
      readProfile(client, symbol),
      readStatements(client, { symbol, limit, knownOn: day }),
    ]);
    const valuation = await valuationOn(client, {
      symbol,
      day,
      statements: known,
      currency: instrument.currency,
    });
    const { industry, exchange } = profile;
    const { name, currency, sector, country } = companyOf(profile);
    const unavailable: string[] =
      known.length > 0 ? [] : [`statements: FMP has none filed by ${day}`];
    const pe = industry
      ? await industries
          .peOn({ industry, exchange: exchange ?? undefined, day })
          .catch(noting(unavailable, 'the P/E of the industry'))
      : null;
    return {
      profile: {
        name,
        exchange: exchange ?? null,
        currency,
        sector,
        industry: industry ?? null,
        country,
      },
      statements: known.slice(0, quarters),
      valuation,
      industry: industry ? { industry, exchangePe: pe } : null,
      asOf: `${day}T23:59:59.999Z`,
      notice: `as of ${day}: only statements filed by then; sector and industry are current`,
      ...(unavailable.length > 0 && { unavailable }),
    };
  }

  async function readNow(symbol: string) {
    const unavailable: string[] = [];
    const [profile, statements, valuation] = await Promise.all([
      readProfile(client, symbol),
      readStatements(client, { symbol, limit: quarters }),
      readValuation(client, symbol),
    ]);
    const { industry, country, exchange } = profile;
    const valued = industry
      ? await industries
          .valuation({
            industry,
            country: country ?? undefined,
            exchange: exchange ?? undefined,
            except: symbol,
          })
          .catch(noting(unavailable, 'the averages of the industry'))
      : null;
    return {
      profile: companyOf(profile),
      statements: statements.slice(0, quarters),
      valuation,
      industry: valued,
      asOf: new Date(now()).toISOString(),
      ...(unavailable.length > 0 && { unavailable }),
    };
  }

  return {
    async read({ symbol, asOf }) {
      const instrument = await market.instrument(symbol);
      if (instrument.kind !== 'equity') {
        throw new ToolError(
          `${symbol} is not a company but ${instrument.kind}. Use a stock such as NASDAQ:AAPL.`,
          {
            retryable: false,
          },
        );
      }
      const ticker = qualifiedOf(instrument.id)?.ticker ?? instrument.id;
      try {
        const read = await (asOf === undefined
          ? readNow(ticker)
          : readOn(instrument, ticker, asOf));
        const source = 'Financial Modeling Prep';
        return { symbol, instrument: identityOf(instrument), ...read, source };
      } catch (error) {
        throw toToolError(error);
      }
    },
  };
}

async function readProfile(
  client: FmpClient,
  symbol: string,
): Promise<z.output<typeof profileRow>> {
  const [row] = await client.rows('profile', { symbol }, profileRow);
  if (row) return row;
  throw new FeedRefusal('refused', `FMP has no profile of ${symbol}`);
}

function companyOf(row: z.output<typeof profileRow>): CompanyProfile & { name: string | null } {
  const employees = Number(row.fullTimeEmployees ?? NaN);
  return {
    name: row.companyName ?? null,
    exchange: row.exchange ?? null,
    currency: row.currency ?? null,
    sector: row.sector ?? null,
    industry: row.industry ?? null,
    country: row.country ?? null,
    marketCap: row.marketCap ?? null,
    beta: row.beta ?? null,
    employees: Number.isFinite(employees) ? employees : null,
    ceo: row.ceo ?? null,
    website: row.website ?? null,
    listedSince: row.ipoDate || null,
    description: row.description?.slice(0, longestDescription) ?? null,
  };
}
