import { z } from 'zod';
import { untrustedNotice } from '../../../../contracts/tools/tools.ts';
import { searchTerms } from '../../news/match.ts';
import { momentOf } from '../../market/moment.ts';
import { anachronism, topicOf } from '../../news/topic.ts';
import { confidenceRule, overallRule } from '../../sentiment/combine.ts';
import type { Services } from '../../services.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../../tool-kit/tool.ts';
import { symbolField } from '../fields.ts';
import { joinNotices, upTo } from './notices.ts';

export const getSentiment = defineTool({
  name: 'get_sentiment',
  description:
    'Returns the sentiment about an instrument or a topic, from -1 (negative) to 1 (positive), based on the ' +
    'headlines of several news feeds, the tone of articles worldwide by GDELT and, for crypto, the Fear & Greed ' +
    'Index. Each source has its score, count, confidence and weight; sources that did not answer are listed. ' +
    'score is null if nothing was found.',
  category: 'news',
  plan: 'pro',
  rateLimit: { minute: 20 },
  untrusted: true,
  alternatives: ['get_news', 'search_news'],
  example: { symbol: 'BTC/USDT', days: 3 },
  schema: z
    .strictObject({
      symbol: symbolField.optional(),
      topic: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('The topic, if you give no symbol'),
      days: z.number().int().min(1).max(30).default(3).describe('How far back, in days'),
    })
    .superRefine(({ symbol, topic }, context) => {
      if ((symbol === undefined) !== (topic === undefined)) return;
      const message =
        symbol === undefined ? 'give symbol, or topic' : 'give symbol or topic, not both';
      context.addIssue({ code: 'custom', path: [], message });
    }),
  label: ({ symbol, topic = '' }) => symbol ?? topic,
  async handle({ symbol, topic = '', days }, context: ToolContext<Services>) {
    const { services, signal, progress } = context;
    const moment = await momentOf(context, symbol ?? topic);
    const { terms, isCrypto } =
      symbol === undefined
        ? { terms: searchTerms(topic), isCrypto: false }
        : await topicOf(services.market, symbol);
    const answer = await services.sentiment.read(
      { terms, isCrypto, days, until: moment?.asOf, signal },
      (source, done, asked) => progress(`Asked ${source}: ${done} of ${asked}`, done / asked),
    );
    const nothing = answer.score === null ? nothingFound(answer.failed.length) : undefined;
    const warning = moment ? upTo(moment) : await anachronism(services.market, topic);
    return {
      ...(symbol === undefined ? { topic } : { symbol }),
      days,
      terms,
      ...answer,
      source: answer.sources.map(({ source }) => source).join(', ') || 'none',
      method: { confidence: confidenceRule, overall: overallRule },
      notice: joinNotices(nothing, warning, untrustedNotice),
    };
  },
});

function nothingFound(failed: number): string {
  const missing = failed > 0 ? `, and ${failed} sources did not answer` : '';
  return `No sentiment: nothing was found${missing}. This is neither good nor bad news`;
}
