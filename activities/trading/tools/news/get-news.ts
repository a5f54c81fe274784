import { z } from 'zod';
import { untrustedNotice } from '../../../../contracts/tools/tools.ts';
import type { Article } from '../../news/news.ts';
import { momentOf } from '../../market/moment.ts';
import { topicOf, wholeMarket } from '../../news/topic.ts';
import { combine } from '../../sentiment/combine.ts';
import { scoreText, scoringMethod } from '../../sentiment/score-text.ts';
import type { Services } from '../../services.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { symbolField } from '../fields.ts';
import { joinNotices, upTo } from './notices.ts';

/** How far back to search, in days. */
const days = 7;

export const getNews = defineTool({
  name: 'get_news',
  description:
    'Returns the newest headlines about an instrument, or about markets in general without one: publisher, ' +
    'time, link and sentiment from -1 to 1 of each, and the overall sentiment. Sentiment is based on counting ' +
    'words, not on understanding them.',
  category: 'news',
  plan: 'free',
  rateLimit: { minute: 10 },
  untrusted: true,
  alternatives: ['search_news'],
  example: { symbol: 'SPX', limit: 5 },
  schema: z.strictObject({
    symbol: symbolField.optional(),
    limit: z.number().int().min(1).max(20).default(5).describe('Maximum number of articles'),
  }),
  label: ({ symbol = 'markets' }) => symbol,
  async handle({ symbol, limit }, context: ToolContext<Services>) {
    const { services, signal, progress } = context;
    const { news, market } = services;
    const moment = await momentOf(context, symbol ?? '');
    const { terms } = symbol === undefined ? wholeMarket : await topicOf(market, symbol);
    const { live, notice, articles, ...answer } = await news.search(
      { query: symbol ?? 'markets', terms, days, until: moment?.asOf, limit, signal },
      (source, done, asked) => progress(`Asked ${source}: ${done} of ${asked}`, done / asked),
    );
    const scored = articles.map((article) => ({ ...article, sentiment: sentimentOf(article) }));
    return {
      ...(symbol !== undefined && { symbol }),
      articles: scored,
      // Fictional articles have no sentiment about a market.
      sentiment: live ? combine(scored.map(({ sentiment }) => sentiment)) : null,
      method: `${scoringMethod}; the overall sentiment is the mean, weighted by confidence`,
      ...answer,
      notice: joinNotices(notice, upTo(moment), untrustedNotice),
    };
  },
});

const sentimentOf = ({ title, summary = '' }: Article) => scoreText(`${title}. ${summary}`);
