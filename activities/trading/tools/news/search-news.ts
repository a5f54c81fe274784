import { z } from 'zod';
import { untrustedNotice } from '../../../../contracts/tools/tools.ts';
import { momentOf } from '../../market/moment.ts';
import { anachronism } from '../../news/topic.ts';
import type { Services } from '../../services.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { joinNotices, upTo } from './notices.ts';

export const searchNews = defineTool({
  name: 'search_news',
  description:
    'Searches news headlines about a topic or an instrument, newest first, with publisher, time and link.',
  category: 'news',
  plan: 'free',
  rateLimit: { minute: 10 },
  untrusted: true,
  alternatives: ['get_news'],
  example: { query: 'Federal Reserve', days: 3 },
  schema: z.strictObject({
    query: z.string().trim().min(1).max(200).describe('The topic to search for'),
    days: z.number().int().min(1).max(30).default(7).describe('How far back, in days'),
    limit: z.number().int().min(1).max(20).default(5).describe('Maximum number of articles'),
  }),
  label: ({ query }) => query ?? '',
  async handle({ query, days, limit }, context: ToolContext<Services>) {
    const { services, signal, progress } = context;
    const moment = await momentOf(context, query);
    const { live, notice, ...answer } = await services.news.search(
      { query, days, until: moment?.asOf, limit, signal },
      (source, done, asked) => progress(`Asked ${source}: ${done} of ${asked}`, done / asked),
    );
    const warning = live && !moment ? await anachronism(services.market, query) : undefined;
    const notices = joinNotices(notice, warning, upTo(moment), untrustedNotice);
    return { query, ...answer, notice: notices };
  },
});
