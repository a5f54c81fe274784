import { z } from 'zod';

/** What models cost, beyond the list prices that are known. */
export const pricesEnvironment = z.object({
  /** A JSON file of prices by `provider:model`, in US dollars for a million tokens; they go before list prices. */
  BATON_PRICES: z.string().min(1).optional(),
});
