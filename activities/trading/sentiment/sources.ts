import { z } from 'zod';
import { bodyText } from '../../network/body-text.ts';
import type { Network } from '../../network/network.ts';
import { gdeltBegins } from '../news/gdelt-client.ts';
import type { Gdelt } from '../news/gdelt-client.ts';
import type { NewsSource } from '../news/news.ts';
import { answeredStatus } from '../news/source-problem.ts';
import { opinionOf } from './combine.ts';
import { labelOf, scoreText, scoringMethod } from './score-text.ts';
import type { SentimentSource } from './sentiment.ts';

const dayMs = 86_400_000;
const mostHeadlines = 250;

/** The sentiment of a news source's headlines, scored one by one. */
export function headlineSentiment(news: NewsSource, now: () => number = Date.now): SentimentSource {
  return {
    name: `headlines of ${news.name}`,
    archiveFrom: news.archiveFrom,
    async read({ terms, days, until, signal }) {
      const found = await news.search({ terms, days, until, limit: mostHeadlines, signal });
      const end = until === undefined ? now() : Date.parse(until);
      const recent = found.filter(({ publishedAt }) => {
        const at = Date.parse(publishedAt);
        return at >= end - days * dayMs && (until === undefined || at <= end);
      });
      const items = recent.map(({ title, summary = '' }) => ({
        score: scoreText(`${title}. ${summary}`).score,
        count: 1,
      }));
      return { ...opinionOf(items), method: scoringMethod };
    },
  };
}

const toneSchema = z.object({
  tonechart: z.array(z.object({ bin: z.number(), count: z.number().nonnegative() })).default([]),
});

/** Tones range from −100 to 100, but nearly all are between −10 and 10. */
const strongTone = 10;

/** The average tone of articles, as measured by GDELT. */
export function gdeltTone(gdelt: Gdelt): SentimentSource {
  return {
    name: 'GDELT tone',
    archiveFrom: gdeltBegins,
    async read({ terms, days, until, signal }) {
      const parameters = { mode: 'tonechart' };
      const asked = { terms, days, until, parameters, signal };
      const { tonechart } = toneSchema.parse(await gdelt.ask(asked));
      const items = tonechart.map(({ bin, count }) => ({
        score: Math.max(-1, Math.min(1, bin / strongTone)),
        count,
      }));
      const method = `tone of the articles by GDELT, where ${strongTone} or more counts as 1`;
      return { ...opinionOf(items), method };
    },
  };
}

const indexSchema = z.object({
  data: z
    .array(z.object({ value: z.coerce.number().min(0).max(100), value_classification: z.string() }))
    .min(1),
});

/** The index is a single figure without a measure of its certainty, so this is our choice. */
const indexConfidence = 0.5;

/** The daily Crypto Fear & Greed Index of alternative.me, computed from volatility, volume, surveys and dominance. */
export function fearAndGreed(options: { network: Network; url?: string }): SentimentSource {
  const { network, url = 'https://api.alternative.me/fng/?limit=1' } = options;
  return {
    name: 'Crypto Fear & Greed Index',
    knows: ({ isCrypto }) => isCrypto,
    async read({ signal }) {
      const answer = await network.send(new URL(url), { signal, timeoutMs: 5_000 });
      if (answer.status !== 200) throw answeredStatus(answer.status);
      const { data } = indexSchema.parse(JSON.parse(bodyText(answer)));
      const value = data[0]!.value;
      const score = (value - 50) / 50;
      return {
        score,
        confidence: indexConfidence,
        label: labelOf(score),
        count: 1,
        method: `today's index is ${value} of 100 (50 is neutral), for crypto as a whole; source alternative.me`,
      };
    },
  };
}
