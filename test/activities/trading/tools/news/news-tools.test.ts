import { describe, expect, test, vi } from 'vitest';
import type { Market } from '../../../../../activities/trading/market/market.ts';
import type { Article, News, NewsAnswer } from '../../../../../activities/trading/news/news.ts';
import { createNews } from '../../../../../activities/trading/news/create-news.ts';
import { headlineSentiment } from '../../../../../activities/trading/sentiment/sources.ts';
import type { SentimentService } from '../../../../../activities/trading/sentiment/sentiment.ts';
import { createSentiment } from '../../../../../activities/trading/sentiment/create-sentiment.ts';
import { analyzeSentiment } from '../../../../../activities/trading/tools/ml/analyze-sentiment.ts';
import { getNews } from '../../../../../activities/trading/tools/news/get-news.ts';
import { getSentiment } from '../../../../../activities/trading/tools/news/get-sentiment.ts';
import { searchNews } from '../../../../../activities/trading/tools/news/search-news.ts';
import type { Services } from '../../../../../activities/trading/services.ts';
import { ToolError } from '../../../../../activities/tool-kit/tool.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { untrustedNotice } from '../../../../../contracts/tools/tools.ts';
import { replayedMarket } from '../../exchange/replayed-market.ts';
import { toolOf } from '../../../tools/outside.ts';

const article = (title: string, number: number): Article => ({
  title,
  url: `https://wire.test/${number}`,
  publishedAt: '2026-03-02T10:00:00.000Z',
  publisher: 'Wire',
  source: 'wire',
});

const found: NewsAnswer = {
  articles: [article('Stocks soar on record profits', 1), article('The committee meets', 2)],
  live: true,
  source: 'wire',
  asOf: '2026-03-02T12:00:00.000Z',
  failed: [{ source: 'GDELT', reason: 'it answered 429' }],
};

async function toolWith(
  tool: typeof getNews,
  given: { news?: News; market?: Market; sentiment?: SentimentService } = {},
) {
  const { market } = await replayedMarket('2010-01-04');
  const search = vi.fn(async () => found);
  const services = {
    market,
    news: { search },
    sentiment: createSentiment({ sources: [] }),
    ...given,
  };
  return { ...(await toolOf(tool, { services: services as Partial<Services> })), search };
}

describe('get_news', () => {
  test('gives headlines of an instrument with their sentiment, and that of all together', async () => {
    const { run, search, spec } = await toolWith(getNews);
    expect(spec).toMatchObject({ untrusted: true, plan: 'free', rateLimit: { minute: 10 } });
    const answer = await run({ symbol: 'spx' });
    expect(search).toHaveBeenCalledWith(
      expect.objectContaining({ limit: 5, terms: expect.arrayContaining(['s&p 500']) }),
      expect.any(Function),
    );
    expect(answer).toMatchObject({
      symbol: 'SPX',
      articles: [
        {
          title: 'Stocks soar on record profits',
          url: 'https://wire.test/1',
          publisher: 'Wire',
          source: 'wire',
          sentiment: { label: 'positive' },
        },
        { sentiment: { score: 0, label: 'neutral', confidence: 0 } },
      ],
      sentiment: { label: 'positive' },
      failed: [{ source: 'GDELT', reason: 'it answered 429' }],
    });
    // A headline without a sentiment has no weight.
    const [first] = answer['articles'] as { sentiment: { score: number } }[];
    expect(answer['sentiment']).toMatchObject({ score: expect.closeTo(first!.sentiment.score, 3) });
    expect(answer['notice']).toMatch(/Nothing after 2010-01-04: SPX is a replay/);
    expect(answer['notice']).toContain(untrustedNotice);
  });

  test('gives those of markets as a whole without one', async () => {
    const { run, search } = await toolWith(getNews);
    expect(await run({})).not.toHaveProperty('symbol');
    expect(search).toHaveBeenCalledWith(
      expect.objectContaining({ terms: expect.arrayContaining(['wall street']) }),
      expect.any(Function),
    );
  });

  test('makes no sentiment of headlines that are fictional', async () => {
    const { run } = await toolWith(getNews, { news: createNews({ sources: [] }) });
    expect(await run({})).toMatchObject({
      sentiment: null,
      notice: expect.stringMatching(/^FICTIONAL/),
    });
  });

  test('refuses a symbol that the market does not know', async () => {
    const { run } = await toolWith(getNews);
    await expect(run({ symbol: 'NOSUCH' })).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
  });
});

test('search_news searches as far back as asked, and labels what it finds', async () => {
  const { run, search, spec } = await toolWith(searchNews);
  const answer = await run(spec.example!);
  expect(search).toHaveBeenCalledWith(
    expect.objectContaining({ query: 'Federal Reserve', days: 3, limit: 5 }),
    expect.any(Function),
  );
  expect(answer).toMatchObject({ articles: [{}, {}], notice: untrustedNotice });
});

describe.each([
  [getNews, { symbol: 'SPX' }, {}],
  [searchNews, { query: 'spx' }, {}],
  [searchNews, { query: 'Federal Reserve' }, { asOf: '2010-01-04T21:00:00.000Z' }],
  [getSentiment, { symbol: 'SPX' }, {}],
  [getSentiment, { topic: 'gold' }, { asOf: '2010-01-04T21:00:00.000Z' }],
] as unknown as [typeof getNews, JsonObject, { asOf?: string }][])(
  '$name of a replay',
  (tool, args, { asOf }) => {
    const moment = asOf === undefined ? undefined : { asOf, reason: 'SPX is a replay' };

    test(`asked for ${JSON.stringify(args)} tells nothing that came later`, async () => {
      const source = { name: 'wire', search: async () => found.articles };
      const archive = { ...source, name: 'archive', archiveFrom: '2000-01-01' };
      const news = createNews({ sources: [source, archive] });
      const sentiment = createSentiment({
        sources: [headlineSentiment(source), headlineSentiment(archive)],
      });
      const { run } = await toolWith(tool, { news, sentiment });
      expect(await run(args, { moment })).toMatchObject({
        ...(tool === (getSentiment as unknown) ? { score: null } : { articles: [] }),
        asOf: '2010-01-04T21:00:00.000Z',
        failed: [{ source: expect.stringContaining('wire'), reason: expect.any(String) }],
        notice: expect.stringContaining('Nothing after 2010-01-04: SPX is a replay'),
      });
    });
  },
);

test('search_news for a live instrument is as of now', async () => {
  const { run, search } = await toolWith(searchNews);
  await run({ query: 'BTC/USDT against ^SPX' });
  expect(search).toHaveBeenCalledWith(
    expect.objectContaining({ until: undefined }),
    expect.any(Function),
  );
});

describe('get_sentiment', () => {
  test('says that there is none where no source is there, and how one would be made', async () => {
    const { run, spec } = await toolWith(getSentiment);
    expect(spec).toMatchObject({ plan: 'pro', rateLimit: { minute: 20 }, untrusted: true });
    expect(await run({ topic: 'gold' })).toMatchObject({
      topic: 'gold',
      terms: ['gold'],
      score: null,
      sources: [],
      method: {
        confidence: expect.stringContaining('standard deviation'),
        overall: expect.stringContaining('weighted by confidence'),
      },
      notice: expect.stringMatching(/^No sentiment: nothing was found\./),
    });
  });

  test.each([
    [{}, /give symbol, or topic/],
    [{ symbol: 'SPX', topic: 'gold' }, /not both/],
  ])('refuses %j', async (args, message) => {
    const { run } = await toolWith(getSentiment);
    await expect(run(args)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(message),
    });
  });
});

test('analyze_sentiment scores its example from -1 to 1, with a confidence', async () => {
  const { run, spec } = await toolWith(analyzeSentiment);
  expect(await run(spec.example!)).toEqual({
    score: expect.closeTo(0.6, 0),
    confidence: expect.any(Number),
    label: 'positive',
    method: expect.stringContaining('VADER'),
  });
});

test('news about the S&P 500 are found where nothing is replayed, without a word of a replay', async () => {
  const unknown = async () => {
    throw new ToolError('Symbol "SPX" not found.', { retryable: false });
  };
  const moment = async () => undefined;
  const market = { instrument: unknown, quote: unknown, moment } as unknown as Market;
  const { run } = await toolWith(searchNews as typeof getNews, { market });
  expect(await run({ query: 'S&P 500' })).toMatchObject({
    articles: found.articles,
    notice: untrustedNotice,
  });
});
