import { queryOptions } from '@tanstack/react-query';
import { readByTool } from '../../api/tools.ts';

/** The answer of the tool `get_price`. */
export type Price = {
  symbol: string;
  price: number;
  change24hPercent: number | null;
  source: string;
  /** ISO 8601, on the clock of the market. */
  asOf: string;
  notice?: string;
};

/** The price of an instrument, kept up to date. */
export const priceQuery = (symbol: string, everyMs = 15_000) =>
  queryOptions({
    queryKey: ['price', symbol],
    queryFn: async () => (await readByTool('get_price', { symbol })).output as unknown as Price,
    refetchInterval: everyMs,
  });
