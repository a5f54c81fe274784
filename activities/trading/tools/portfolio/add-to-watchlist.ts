import { z } from 'zod';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField } from '../fields.ts';

export const addToWatchlist = defineTool({
  name: 'add_to_watchlist',
  description:
    'Adds an instrument to the watchlist of the user. If it is already there, its note is replaced if you give ' +
    'one. A symbol without prices is refused.',
  category: 'portfolio',
  plan: 'free',
  rateLimit: { minute: 30 },
  sideEffect: true,
  example: { symbol: 'BTC/USDT', note: 'waits for a break above 100,000' },
  schema: z.strictObject({
    symbol: symbolField,
    note: z.string().trim().min(1).max(500).optional().describe('A note, such as why to follow it'),
  }),
  async handle({ symbol, note }, { services, user }: ToolContext<Services>) {
    const { price, asOf, source } = await services.market.quote(symbol);
    const added = await canonicalSymbol(services.market, symbol);
    await services.watchlist.put(user, added, note);
    return { added, price, source, asOf };
  },
});
