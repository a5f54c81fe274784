import { z } from 'zod';
import { untrustedNotice } from '../../../../contracts/tools/tools.ts';
import { anachronism } from '../../news/topic.ts';
import type { Services } from '../../services.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { joinNotices } from './notices.ts';

export const searchNews = defineTool({
  name: 'search_news',
  description:
    'News headlines about a topic or an instrument, the newest first, each with its publisher, time and link.',
  category: 'news',
  plan: 'free',
  rateLimit: { minute: 10 },
  untrusted: true,
  alternatives: ['get_news'],
  example: { query: 'Federal Reserve', days: 3 },
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
    const warning = live ? await anachronism(services.market, query) : notice;
    return { query, ...answer, notice: joinNotices(warning, untrustedNotice) };
  },
});
