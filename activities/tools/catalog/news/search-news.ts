import { z } from 'zod';
import type { Market } from '../../../market/market.ts';
import { replaySymbol } from '../../../market/replay.ts';
import { defineTool } from '../../tool.ts';
import type { ToolContext } from '../../tool.ts';
import type { Services } from '../../services.ts';

/** Headlines of today say nothing of a market that is replayed from another time. */
async function anachronism(query: string, market: Market): Promise<string | undefined> {
  if (!/\bSPX\b|S&P/i.test(query)) return undefined;
  const { asOf } = await market.quote(replaySymbol);
  return `headlines are of today, while prices of ${replaySymbol} are a replay as of ${asOf.slice(0, 10)}`;
}

export const searchNews = defineTool({
  name: 'search_news',
  description: 'News headlines about a topic or an instrument, the newest first.',
  category: 'news',
  plan: 'free',
  rateLimit: { minute: 10 },
  schema: z.strictObject({
    query: z.string().trim().min(1).max(200).describe('What the news should be about'),
    days: z.number().int().min(1).max(30).default(7).describe('How far back, in days'),
    limit: z.number().int().min(1).max(20).default(5).describe('How many articles at most'),
  }),
  label: ({ query }) => query ?? '',
  async handle({ query, days, limit }, { services, signal, progress }: ToolContext<Services>) {
    const { live, notice, ...answer } = await services.news.search(
      { query, days, limit, signal },
      (source, done, asked) => progress(`${source} was asked: ${done} of ${asked}`, done / asked),
    );
    const warning = live ? await anachronism(query, services.market) : notice;
    return { query, ...answer, ...(warning && { notice: warning }) };
  },
});
