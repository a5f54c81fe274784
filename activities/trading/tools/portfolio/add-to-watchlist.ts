import { z } from 'zod';
import { canonicalSymbol } from '../../market/instruments/canonical-symbol.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { symbolField } from '../fields.ts';

export const addToWatchlist = defineTool({
  name: 'add_to_watchlist',
  description:
    'Adds an instrument to those that the user follows; one that is there gets the new note, if there is one. A symbol that ' +
    'has no prices is refused.',
  category: 'portfolio',
  plan: 'free',
  rateLimit: { minute: 30 },
  sideEffect: true,
  example: { symbol: 'BTC/USDT', note: 'waits for a break above 100,000' },
  schema: z.strictObject({
    symbol: symbolField,
    note: z.string().trim().min(1).max(500).optional().describe('Why it is followed'),
  }),
  async handle({ symbol, note }, { services, user }: ToolContext<Services>) {
    const { price, asOf, source } = await services.market.quote(symbol);
    const added = await canonicalSymbol(services.market, symbol);
    await services.watchlist.put(user, added, note);
    return { added, price, source, asOf };
  },
});
