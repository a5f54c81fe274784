import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGdelt } from '../../../../activities/trading/news/gdelt-client.ts';
import { feedSource } from '../../../../activities/trading/news/rss.ts';
import { combine, opinionOf } from '../../../../activities/trading/sentiment/combine.ts';
import { createSentiment } from '../../../../activities/trading/sentiment/create-sentiment.ts';
import { scoreText } from '../../../../activities/trading/sentiment/score-text.ts';
import {
  fearAndGreed,
  gdeltTone,
  headlineSentiment,
} from '../../../../activities/trading/sentiment/sources.ts';
import { answerWith } from '../../network/web-server.ts';
import { startNewsServer } from '../news/news-server.ts';

const now = Date.parse('2026-03-02T12:00:00.000Z');
const { signal } = new AbortController();
const request = { terms: ['bitcoin'], isCrypto: true, days: 3, signal };

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title>
<item><title>Bitcoin soars</title><link>https://wire.test/1</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>
<item><title>Bitcoin rallies, investors delighted</title><link>https://wire.test/2</link><pubDate>Mon, 02 Mar 2026 09:00:00 GMT</pubDate></item>
<item><title>Bitcoin crashes</title><link>https://wire.test/3</link><pubDate>Mon, 02 Feb 2026 09:00:00 GMT</pubDate></item>
</channel></rss>`;

/** As the DOC 2.0 interface gives `mode=tonechart`. */
const toneChart = JSON.stringify({
  tonechart: [
    { bin: -4, count: 30, toparts: [{ url: 'https://a.test/', title: 'A' }] },
    { bin: 0, count: 10, toparts: [] },
    { bin: 2, count: 10, toparts: [] },
  ],
});

/** As https://alternative.me/crypto/fear-and-greed-index/#api has it. */
const index = JSON.stringify({
  name: 'Fear and Greed Index',
  data: [
    {
      value: '25',
      value_classification: 'Extreme Fear',
      timestamp: '1772409600',
      time_until_update: '40000',
    },
  ],
  metadata: { error: null },
});

async function service(index_ = answerWith(index, 'application/json')) {
  const { origin, network, asked } = await startNewsServer({
    '/rss': answerWith(feed, 'application/rss+xml'),
    '/gdelt': answerWith(toneChart, 'application/json'),
    '/fng': index_,
  });
  const sentiment = createSentiment({
    sources: [
      headlineSentiment(feedSource({ url: `${origin}/rss`, network }), () => now),
      gdeltTone(createGdelt({ url: `${origin}/gdelt`, network })),
      fearAndGreed({ url: `${origin}/fng?limit=1`, network }),
    ],
    now: () => now,
  });
  return { sentiment, asked };
}

describe('the sentiment of a text', () => {
  test.each([
    ['Profits soar, investors are delighted', 'positive'],
    ['Stocks plunge', 'negative'],
    ['Bank downgrades the shares', 'negative'],
    ['Shares RALLY', 'positive'],
    ['The meeting is on Tuesday', 'neutral'],
  ])('"%s" is %s', (text, label) => {
    expect(scoreText(text)).toMatchObject({ label });
  });

  test('is within its bounds, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { score, confidence } = scoreText(text);
        expect(Math.abs(score)).toBeLessThanOrEqual(1);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the sentiment of several sources', () => {
  test('has each source with its score, count, confidence and weight', async () => {
    const { sentiment, asked } = await service();
    const answer = await sentiment.read(request);
    expect(answer.failed).toEqual([]);
    const [headlines, tone, greed] = answer.sources;
    // The item of February is too old.
    expect(headlines).toMatchObject({
      source: 'headlines of 127.0.0.1',
      count: 2,
      label: 'positive',
    });
    // Tones of -4, 0 and 2: a mean of -2 and a standard deviation of 2.53, in tenths.
    expect(tone).toMatchObject({
      source: 'GDELT tone',
      score: -0.2,
      count: 50,
      label: 'negative',
      confidence: 0.6225,
    });
    expect(greed).toMatchObject({
      source: 'Crypto Fear & Greed Index',
      score: -0.5,
      count: 1,
      confidence: 0.5,
      method: expect.stringContaining('25 of 100'),
    });
    const weights = answer.sources.reduce((sum, { weight }) => sum + weight, 0);
    expect(weights).toBeCloseTo(1, 3);
    const mean = answer.sources.reduce((sum, { score, weight }) => sum + score! * weight, 0);
    expect(answer.score).toBeCloseTo(mean, 3);
    const { searchParams } = new URL(asked.find(({ url }) => /gdelt/.test(url))!.url, 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual({
      query: 'bitcoin sourcelang:english',
      mode: 'tonechart',
      format: 'json',
      timespan: '3d',
    });
  });

  test('of an earlier time comes from sources with an archive, and the others are named', async () => {
    const { sentiment, asked } = await service();
    const answer = await sentiment.read({ ...request, until: '2019-06-03T20:00:00.000Z' });
    expect(answer.sources.map(({ source }) => source)).toEqual(['GDELT tone']);
    expect(answer.failed).toEqual([
      { source: 'headlines of 127.0.0.1', reason: 'it keeps only recent items' },
      { source: 'Crypto Fear & Greed Index', reason: 'it keeps only recent items' },
    ]);
    expect(answer.asOf).toBe('2019-06-03T20:00:00.000Z');
    expect(asked).toHaveLength(1);
    expect(new URL(asked[0]!.url, 'http://any').searchParams.get('enddatetime')).toBe(
      '20190603200000',
    );
  });

  test('asks the index of crypto for crypto alone', async () => {
    const { sentiment } = await service();
    const { sources } = await sentiment.read({ ...request, isCrypto: false });
    expect(sources.map(({ source }) => source)).toEqual(['headlines of 127.0.0.1', 'GDELT tone']);
  });

  test('does without one that fails, and names it', async () => {
    const { sentiment } = await service(answerWith('no', 'text/plain', 503));
    const { sources, failed, score } = await sentiment.read(request);
    expect(sources).toHaveLength(2);
    expect(score).not.toBeNull();
    expect(failed).toEqual([{ source: 'Crypto Fear & Greed Index', reason: 'it answered 503' }]);
  });

  test('is none where nothing was found', async () => {
    const { sentiment } = await service();
    const answer = await sentiment.read({ ...request, terms: ['nothing'], isCrypto: false });
    expect(answer.sources[0]).toMatchObject({ score: null, count: 0, confidence: 0, weight: 0 });
    expect(await createSentiment({ sources: [] }).read(request)).toMatchObject({
      score: null,
      confidence: 0,
      label: null,
      sources: [],
    });
  });

  test('lies between its sources, and is surer the more they agree and the more they are', () => {
    const score = fc.integer({ min: -100, max: 100 }).map((percent) => percent / 100);
    const item = fc.record({ score, count: fc.integer({ min: 1, max: 500 }) });
    fc.assert(
      fc.property(fc.array(fc.array(item, { minLength: 1 }), { minLength: 1 }), (sources) => {
        const opinions = sources.map(opinionOf);
        const all = combine(opinions);
        const known = opinions.filter(({ confidence }) => confidence > 0);
        if (known.length === 0) return expect(all.score).toBeNull();
        const scores = known.map((opinion) => opinion.score!);
        expect(all.score!).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-4);
        expect(all.score!).toBeLessThanOrEqual(Math.max(...scores) + 1e-4);
        expect(all.confidence).toBeLessThanOrEqual(1);
      }),
    );
    const confidence = (...scores: number[]) =>
      opinionOf(scores.map((each) => ({ score: each, count: 10 }))).confidence;
    expect(confidence(0.5, 0.5)).toBeGreaterThan(confidence(0.9, 0.1));
    expect(confidence(0.5, 0.5)).toBeGreaterThan(confidence(0.5));
  });
});
