import { z } from 'zod';
import { notFollowed } from '../../../../contracts/trading/not-followed.ts';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField } from '../fields.ts';

export const removeFromWatchlist = defineTool({
  name: 'remove_from_watchlist',
  description:
    'Removes an instrument from the watchlist of the user. An instrument that is not on it is an error.',
  category: 'portfolio',
  plan: 'free',
  rateLimit: { minute: 30 },
  sideEffect: true,
  lookup: 'get_watchlist',
  example: { symbol: 'BTC/USDT' },
  schema: z.strictObject({ symbol: symbolField }),
  async handle({ symbol }, { services, user, mayHaveRun }: ToolContext<Services>) {
    // A symbol as get_watchlist shows it needs no lookup.
    if (await services.watchlist.remove(user, symbol)) return { symbol, removed: true };
    const listed = await canonicalSymbol(services.market, symbol);
    // An earlier attempt that was interrupted may have removed it.
    if ((await services.watchlist.remove(user, listed)) || mayHaveRun)
      return { symbol, removed: true };
    const followed = (await services.watchlist.list(user)).map((row) => row.symbol);
    const message = `${notFollowed(user, symbol, followed)} (get_watchlist lists all)`;
    throw new ToolError(message, { retryable: false });
  },
});
