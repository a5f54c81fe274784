import type { Redis } from 'ioredis';
import type { Network } from '../../../activities/network/network.ts';
import { createSentiment } from '../../../activities/trading/sentiment/create-sentiment.ts';
import type { SentimentService } from '../../../activities/trading/sentiment/sentiment.ts';
import {
  fearAndGreed,
  gdeltTone,
  headlineSentiment,
} from '../../../activities/trading/sentiment/sources.ts';
import { createNews } from '../../../activities/trading/news/create-news.ts';
import { createGdelt } from '../../../activities/trading/news/gdelt-client.ts';
import { gdeltSource } from '../../../activities/trading/news/gdelt.ts';
import type { News } from '../../../activities/trading/news/news.ts';
import { feedSource } from '../../../activities/trading/news/rss.ts';

/** News of these feeds and of GDELT, and what they and others say of something. GDELT's turns are shared by both. */
export function openNews(options: {
  feeds: readonly string[];
  network: Network;
  /** Where workers take turns at GDELT. */
  redis: Redis | undefined;
  /** Whether samples may stand in for what cannot be reached. */
  withSamples: boolean;
}): {
  news: News;
  sentiment: SentimentService;
} {
  const { network, redis, withSamples } = options;
  const feeds = options.feeds.map((url) => feedSource({ url, network }));
  const gdelt = createGdelt({ network, redis });
  return {
    news: createNews({ sources: [...feeds, gdeltSource(gdelt)], withSamples }),
    sentiment: createSentiment({
      sources: [
        ...feeds.map((feed) => headlineSentiment(feed)),
        gdeltTone(gdelt),
        fearAndGreed({ network }),
      ],
    }),
  };
}
