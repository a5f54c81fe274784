import { z } from 'zod';

/** Where market data come from, and how fast the replayed market moves. */
export const marketEnvironment = z.object({
  /** First day of the replay of `SPX`. Another date starts another replay. */
  BATON_MARKET_START: z.iso.date().default('2013-01-02'),
  /** Daily bars that the replay gives in a minute. */
  BATON_MARKET_BARS_PER_MINUTE: z.coerce.number().positive().max(6000).default(3),
  /** The crypto exchange that is asked first, by ccxt's name for it. */
  BATON_MARKET_EXCHANGE: z
    .string()
    .regex(/^[a-z0-9]+$/, "ccxt's name of an exchange, such as kraken")
    .default('kraken'),
});
export type MarketEnvironment = z.infer<typeof marketEnvironment>;
