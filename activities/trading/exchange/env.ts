import { z } from 'zod';

/** The paper account and its limits. */
export const exchangeEnvironment = z.object({
  /** US dollars that the paper account is opened with. Later changes do not touch an open account. */
  BATON_PAPER_CASH: z.coerce.number().positive().default(100_000),
  /** Whether more may be sold than is held. */
  BATON_PAPER_ALLOW_SHORT: z.stringbool().default(true),
  /** The largest single order, in US dollars. */
  BATON_PAPER_ORDER_LIMIT: z.coerce.number().positive().default(100_000),
});
export type ExchangeEnvironment = z.infer<typeof exchangeEnvironment>;
