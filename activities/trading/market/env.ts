import { z } from 'zod';
import { durationBetween } from '../../../contracts/base/duration-between.ts';
import { isTableName, readColumns } from './feeds/clickhouse-table.ts';

const marketSources = ['ccxt', 'fmp', 'clickhouse', 'sample'] as const;

const commaList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Where market data come from, and how fast the replayed market moves. */
export const marketEnvironment = z.object({
  /** Which sources are asked for prices, in this order, as a comma list; those without their key or URL are left out. */
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
  /** Daily bars that the replay gives in a minute. */
  BATON_MARKET_BARS_PER_MINUTE: z.coerce.number().positive().max(6000).default(3),
  /** How long at most the replay stands still for one order that waits for approval; `0s` for not at all. */
  BATON_MARKET_HOLD: durationBetween('0s', '7d').default('1h'),
  /** The crypto exchanges that are asked, in order, by ccxt's names for them; after a single one come the usual ones. */
  BATON_MARKET_EXCHANGE: z
    .string()
    .regex(/^[a-z0-9]+( *, *[a-z0-9]+)*$/, 'write exchange names of ccxt, such as kraken,coinbase')
    .default('kraken'),
  /** The key of Financial Modeling Prep, for stocks: prices, fundamentals and screening. */
  FMP_API_KEY: z.string().min(1).optional(),
  /** Where Financial Modeling Prep is, with a slash at the end. */
  FMP_URL: z.url().default('https://financialmodelingprep.com/stable/'),
  /** A ClickHouse server with candles of one's own, with user and password in it where it wants them. */
  CLICKHOUSE_URL: z.url().optional(),
  /** The table of candles there. */
  BATON_CLICKHOUSE_TABLE: z
    .string()
    .refine(
      isTableName,
      'write a table, or database.table, with letters, digits and underscores only',
    )
    .default('candles'),
  /** Columns that are called otherwise there, as in `symbol=pair,time=open_time`. */
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
  /** What the prices there are in, of what is no pair. */
  BATON_CLICKHOUSE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3,5}$/, 'write a currency such as USD')
    .default('USD'),
});
export type MarketEnvironment = z.infer<typeof marketEnvironment>;

/** The exchanges that a setting lists. */
export const listedExchanges = ({ BATON_MARKET_EXCHANGE: text }: MarketEnvironment): string[] =>
  commaList(text);
