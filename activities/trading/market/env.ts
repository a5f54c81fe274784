import { z } from 'zod';
import { durationBetween } from '../../../contracts/base/duration-between.ts';
import { isTableName, readColumns } from './feeds/clickhouse-table.ts';

const marketSources = ['ccxt', 'fmp', 'clickhouse', 'sample'] as const;

const commaList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Settings of market data and of the replay. */
export const marketEnvironment = z.object({
  /** Price sources in order of preference, comma-separated. Sources without their key or URL are skipped. */
  BATON_MARKET_SOURCES: z
    .string()
    .default(marketSources.join(','))
    .transform(commaList)
    .pipe(
      z
        .array(z.enum(marketSources, { error: `write a list of ${marketSources.join(', ')}` }))
        .min(1),
    ),
  /** First day of the replay of `SPX`. Another date starts another replay. */
  BATON_MARKET_START: z.iso.date().default('2013-01-02'),
  /** Speed of the replay, in daily bars per minute. */
  BATON_MARKET_BARS_PER_MINUTE: z.coerce.number().positive().max(6000).default(3),
  /** How long one order that waits for approval can pause the replay; `0s` for not at all. */
  BATON_MARKET_HOLD: durationBetween('0s', '7d').default('1h'),
  /** Crypto exchanges in order of preference, by their ccxt names. After a single one, the default exchanges follow. */
  BATON_MARKET_EXCHANGE: z
    .string()
    .regex(/^[a-z0-9]+( *, *[a-z0-9]+)*$/, 'write exchange names of ccxt, such as kraken,coinbase')
    .default('kraken'),
  /** API key of Financial Modeling Prep, for stocks: prices, fundamentals and screening. */
  FMP_API_KEY: z.string().min(1).optional(),
  /** Base URL of Financial Modeling Prep, with a trailing slash. */
  FMP_URL: z.url().default('https://financialmodelingprep.com/stable/'),
  /** URL of a ClickHouse server with your own candles, including user and password if needed. */
  CLICKHOUSE_URL: z.url().optional(),
  /** Table of candles in ClickHouse. */
  BATON_CLICKHOUSE_TABLE: z
    .string()
    .refine(
      isTableName,
      'write a table, or database.table, with letters, digits and underscores only',
    )
    .default('candles'),
  /** Column names that differ from the default, such as `symbol=pair,time=open_time`. */
  BATON_CLICKHOUSE_COLUMNS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return readColumns(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    }),
  /** Currency of prices in ClickHouse, except for crypto pairs. */
  BATON_CLICKHOUSE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3,5}$/, 'write a currency such as USD')
    .default('USD'),
});
export type MarketEnvironment = z.infer<typeof marketEnvironment>;

/** The exchanges in `BATON_MARKET_EXCHANGE`. */
export const listedExchanges = ({ BATON_MARKET_EXCHANGE: text }: MarketEnvironment): string[] =>
  commaList(text);
