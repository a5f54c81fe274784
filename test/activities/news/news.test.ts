import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNews } from '../../../activities/news/create-news.ts';
import { newsEnvironment } from '../../../activities/news/env.ts';
import { gdeltSource } from '../../../activities/news/gdelt.ts';
import { countMatches, searchTerms } from '../../../activities/news/match.ts';
import { feedSource, readFeed } from '../../../activities/news/rss.ts';

const now = Date.parse('2026-03-02T12:00:00.000Z');
const request = { query: 'SPX', days: 7, limit: 5, signal: new AbortController().signal };

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Market Wire</title>
<item><title>S&amp;P 500 ends higher</title><link>https://wire.test/1</link>
<description><![CDATA[<p>Stocks <b>rose</b>.</p>]]></description><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>
<item><title>Bitcoin falls</title><link>https://wire.test/2</link><pubDate>Mon, 02 Mar 2026 11:00:00 GMT</pubDate></item>
<item><title>Stocks of last month</title><link>https://wire.test/3</link><pubDate>Sun, 01 Feb 2026 11:00:00 GMT</pubDate></item>
<item><title>Stocks without a date</title><link>https://wire.test/4</link></item>
</channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom Wire</title><id>x</id>
<entry><title>Wall Street waits</title><id>1</id><link href="https://atom.test/1"/><updated>2026-03-01T09:00:00Z</updated></entry></feed>`;

const gdelt = {
  articles: [
    {
      url: 'https://paper.test/1',
      title: 'Stock market calm',
      seendate: '20260302T093000Z',
      domain: 'paper.test',
      language: 'English',
    },
  ],
};

let url: string;
let asked: URL[] = [];
const server = createServer((incoming, response) => {
  const address = new URL(incoming.url ?? '', 'http://localhost');
  asked.push(address);
  const bodies: Record<string, string> = {
    '/rss': rss,
    '/atom': atom,
    '/gdelt': JSON.stringify(gdelt),
  };
  response.statusCode = address.pathname in bodies ? 200 : 500;
  response.end(bodies[address.pathname]);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

describe('news', () => {
  test('come from feeds and GDELT together, the newest first, as far back as asked', async () => {
    const sources = [
      feedSource(`${url}/rss`),
      feedSource(`${url}/atom`),
      gdeltSource({ url: `${url}/gdelt` }),
    ];
    const told: string[] = [];
    const answer = await createNews({ sources, now: () => now }).search(
      request,
      (_source, done, all) => told.push(`${done} of ${all}`),
    );
    expect(told).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(answer.articles).toEqual([
      {
        title: 'S&P 500 ends higher',
        summary: 'Stocks rose .',
        url: 'https://wire.test/1',
        publishedAt: '2026-03-02T10:00:00.000Z',
        publisher: 'Market Wire',
      },
      {
        title: 'Stock market calm',
        url: 'https://paper.test/1',
        publishedAt: '2026-03-02T09:30:00.000Z',
        publisher: 'paper.test',
      },
      {
        title: 'Wall Street waits',
        url: 'https://atom.test/1',
        publishedAt: '2026-03-01T09:00:00.000Z',
        publisher: 'Atom Wire',
      },
    ]);
    expect(answer).toMatchObject({ live: true, source: '127.0.0.1, 127.0.0.1, GDELT' });
    expect(answer).not.toHaveProperty('notice');
  });

  test('do without a source that fails', async () => {
    const sources = [feedSource(`${url}/broken`), feedSource(`${url}/rss`)];
    const { live, articles } = await createNews({ sources, now: () => now }).search(request);
    expect({ live, count: articles.length }).toEqual({ live: true, count: 1 });
  });

  test('are fictional and say so when none answers, without asking again for a minute', async () => {
    let time = now;
    const search = vi.fn(async () => Promise.reject(new Error('no network')));
    const news = createNews({ sources: [{ name: 'wire', search }], now: () => time });
    const answer = await news.search(request);
    expect(answer).toMatchObject({ live: false, notice: expect.stringMatching(/^FICTIONAL/) });
    expect(answer.articles).toHaveLength(5);
    for (const article of answer.articles) {
      expect(article.url).toMatch(/^https:\/\/example\.com\//);
      expect(article.publisher).toMatch(/\(fictional\)$/);
      expect(Date.parse(article.publishedAt)).toBeLessThanOrEqual(now);
    }
    await news.search(request);
    expect(search).toHaveBeenCalledTimes(1);
    time += 60_001;
    await news.search(request);
    expect(search).toHaveBeenCalledTimes(2);
  });

  test('that are fictional fit the query where some do, and the days always', async () => {
    const news = createNews({ sources: [], now: () => now });
    const { articles } = await news.search({ ...request, query: 'BTC/USDT news', days: 3 });
    expect(articles.length).toBeGreaterThan(0);
    for (const { title, publishedAt } of articles) {
      expect(title).toMatch(/bitcoin|crypto/i);
      expect(Date.parse(publishedAt)).toBeGreaterThan(now - 3 * 86_400_000);
    }
  });
});

describe('GDELT', () => {
  test('is asked for words it accepts, and once in five seconds', async () => {
    let time = now;
    const source = gdeltSource({ url: `${url}/gdelt`, now: () => time });
    asked = [];
    expect(await source.search(request)).toHaveLength(1);
    expect(await source.search(request)).toEqual([]);
    time += 5000;
    expect(await source.search(request)).toHaveLength(1);
    expect(asked).toHaveLength(2);
    expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({
      query: '("s&p 500" OR "wall street" OR stocks OR "stock market") sourcelang:english',
      mode: 'artlist',
      format: 'json',
      timespan: '7d',
    });
  });
});

describe('matching', () => {
  test('knows what headlines call an instrument, and counts whole words', () => {
    const article = { title: 'Ether and stocks', url: '', publishedAt: '', publisher: '' };
    expect(countMatches(article, searchTerms('ETH/USDT'))).toBe(1);
    expect(countMatches({ ...article, title: 'Together' }, searchTerms('ETH/USDT'))).toBe(0);
  });

  test('reads feeds of other formats', () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'JSON Wire',
      items: [
        {
          id: '1',
          title: 'Stocks',
          url: 'https://json.test/1',
          date_published: '2026-03-01T00:00:00Z',
        },
      ],
    });
    expect(readFeed(json, 'https://json.test/feed')).toMatchObject([{ publisher: 'JSON Wire' }]);
  });
});

test('the feeds are a comma list of addresses', () => {
  expect(newsEnvironment.parse({}).BATON_NEWS_FEEDS.length).toBeGreaterThan(1);
  expect(newsEnvironment.safeParse({ BATON_NEWS_FEEDS: 'file:///etc/passwd' }).success).toBe(false);
});
