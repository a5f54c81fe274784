import { searchable } from '../news/archive.ts';
import { createAskSources } from '../news/ask-sources.ts';
import { combine } from './combine.ts';
import type { SentimentService, SentimentSource } from './sentiment.ts';

/**
 * Combines several sources of sentiment, which are asked at the same time. A source that does not respond is reported,
 * and skipped for a minute.
 */
export function createSentiment(options: {
  sources: readonly SentimentSource[];
  now?: () => number;
}): SentimentService {
  const { now = Date.now } = options;
  const askSources = createAskSources(now);

  return {
    async read(request, onProgress) {
      const { until = new Date(now()).toISOString() } = request;
      const sources = options.sources.filter(({ knows }) => knows?.(request) ?? true);
      const { able, unable } = searchable(sources, request.until);
      const { answered, failed } = await askSources(able, {
        ask: (source) => source.read(request),
        signal: request.signal,
        onProgress,
      });
      const opinions = answered.map(({ answer }) => answer);
      const all = opinions.reduce((sum, { confidence }) => sum + confidence, 0);
      return {
        ...combine(opinions),
        sources: answered.map(({ name, answer }) => ({
          source: name,
          ...answer,
          weight: all === 0 ? 0 : Number((answer.confidence / all).toFixed(4)),
        })),
        failed: [...unable, ...failed],
        asOf: until,
      };
    },
  };
}
