import { describe, expect, test, vi } from 'vitest';
import { createNetwork } from '../../../../activities/network/create-network.ts';
import { createNews } from '../../../../activities/trading/news/create-news.ts';
import { newsEnvironment } from '../../../../activities/trading/news/env.ts';
import { SourceProblem } from '../../../../activities/trading/news/source-problem.ts';
import { createGdelt } from '../../../../activities/trading/news/gdelt-client.ts';
import { gdeltSource } from '../../../../activities/trading/news/gdelt.ts';
import { articleLink, linkKey } from '../../../../activities/trading/news/link.ts';
import { countMatches, searchTerms } from '../../../../activities/trading/news/match.ts';
import { feedSource, readFeed } from '../../../../activities/trading/news/rss.ts';
import { topicOf } from '../../../../activities/trading/news/topic.ts';
import { anInstrument } from '../../../support/trading/instruments.ts';
import type { Instrument } from '../../../../activities/trading/market/instrument.ts';
import { answerWith } from '../../network/web-server.ts';
import { startNewsServer } from './news-server.ts';

const now = Date.parse('2026-03-02T12:00:00.000Z');
const { signal } = new AbortController();
const request = { query: 'SPX', days: 7, limit: 5, signal };

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Market Wire</title>
<item><title>S&amp;P 500 ends higher</title><link>https://wire.test/1?utm_source=feed#top</link>
<description><![CDATA[<p>Stocks <b>rose</b> today</p>]]></description><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>
<item><title>Bitcoin falls</title><link>https://wire.test/2</link><pubDate>Mon, 02 Mar 2026 11:00:00 GMT</pubDate></item>
<item><title>Stocks of last month</title><link>https://wire.test/3</link><pubDate>Sun, 01 Feb 2026 11:00:00 GMT</pubDate></item>
<item><title>Stocks without a date</title><link>https://wire.test/4</link></item>
<item><title>Stocks that run code</title><link>javascript:alert(1)</link><pubDate>Mon, 02 Mar 2026 11:00:00 GMT</pubDate></item>
</channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom Wire</title><id>x</id>
<entry><title>Wall Street waits</title><id>1</id><link href="https://atom.test/1"/><updated>2026-03-01T09:00:00Z</updated></entry>
<entry><title>The S&amp;P 500, again</title><id>2</id><link href="https://www.wire.test/1/"/><updated>2026-03-01T08:00:00Z</updated></entry></feed>`;

/** As https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/ has it. */
const articleList = JSON.stringify({
  articles: [
    {
      url: 'https://paper.test/1',
      url_mobile: '',
      title: 'Stock market calm',
      seendate: '20260302T093000Z',
      socialimage: '',
      domain: 'paper.test',
      language: 'English',
      sourcecountry: 'United States',
    },
  ],
});

const server = () =>
  startNewsServer({
    '/rss': answerWith(rss, 'application/rss+xml'),
    '/atom': answerWith(atom, 'application/atom+xml'),
    '/page': answerWith('<html><body>Sign in</body></html>'),
    '/broken': answerWith('no', 'text/plain', 500),
    '/gdelt': answerWith(articleList, 'application/json'),
    '/words': answerWith('The specified phrase is too short.', 'text/html'),
    '/often': answerWith('Please limit requests to one every 5 seconds', 'text/plain', 429),
  });

describe('news', () => {
  test('come from feeds and GDELT together, the newest first, as far back as asked, each link once', async () => {
    const { origin, network } = await server();
    const sources = [
      feedSource({ url: `${origin}/rss`, network }),
      feedSource({ url: `${origin}/atom`, network }),
      gdeltSource(createGdelt({ url: `${origin}/gdelt`, network })),
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
        summary: 'Stocks rose today',
        url: 'https://wire.test/1',
        publishedAt: '2026-03-02T10:00:00.000Z',
        publisher: 'Market Wire',
        source: '127.0.0.1',
      },
      {
        title: 'Stock market calm',
        url: 'https://paper.test/1',
        publishedAt: '2026-03-02T09:30:00.000Z',
        publisher: 'paper.test',
        source: 'GDELT',
      },
      {
        title: 'Wall Street waits',
        url: 'https://atom.test/1',
        publishedAt: '2026-03-01T09:00:00.000Z',
        publisher: 'Atom Wire',
        source: '127.0.0.1',
      },
    ]);
    expect(answer).toMatchObject({ live: true, source: '127.0.0.1, 127.0.0.1, GDELT' });
    expect(answer).not.toHaveProperty('notice');
    expect(answer).not.toHaveProperty('failed');
  });

  test('do without sources that fail, and name them with the reason', async () => {
    const { origin, network } = await server();
    const named = (name: string, path: string) => ({
      ...feedSource({ url: `${origin}${path}`, network }),
      name,
    });
    const sources = [named('down', '/broken'), named('page', '/page'), named('wire', '/rss')];
    const { live, articles, failed } = await createNews({ sources, now: () => now }).search(
      request,
    );
    expect({ live, count: articles.length }).toEqual({ live: true, count: 1 });
    expect(failed).toEqual([
      { source: 'down', reason: 'it answered 500' },
      { source: 'page', reason: 'the answer is not a feed' },
    ]);
  });

  test('are not fetched from addresses of this machine, unless they are allowed', async () => {
    const { origin, asked } = await server();
    const network = createNetwork({ allowedHosts: [], ports: 'any', hostsSetting: 'THE_SETTING' });
    const sources = [
      feedSource({ url: `${origin}/rss`, network }),
      gdeltSource(createGdelt({ url: `${origin}/gdelt`, network })),
    ];
    const { live, failed } = await createNews({ sources, now: () => now }).search(request);
    await network.close();
    expect(live).toBe(false);
    expect(failed?.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/not a public address. .*THE_SETTING/),
      expect.stringMatching(/not a public address/),
    ]);
    expect(asked).toHaveLength(0);
  });

  test('are fictional and say so when none answers, without asking again for a minute', async () => {
    let time = now;
    const search = vi.fn(async () => Promise.reject(new Error('secret of the library')));
    const news = createNews({ sources: [{ name: 'wire', search }], now: () => time });
    const answer = await news.search(request);
    const failed = [{ source: 'wire', reason: 'the answer cannot be read' }];
    expect(answer).toMatchObject({
      live: false,
      notice: expect.stringMatching(/^FICTIONAL/),
      failed,
    });
    expect(answer.articles).toHaveLength(5);
    for (const article of answer.articles) {
      expect(article.url).toMatch(/^https:\/\/example\.com\//);
      expect(article.publisher).toMatch(/\(fictional\)$/);
      expect(Date.parse(article.publishedAt)).toBeLessThanOrEqual(now);
    }
    expect(await news.search(request)).toMatchObject({ live: false, failed });
    expect(search).toHaveBeenCalledTimes(1);
    time += 60_001;
    await news.search(request);
    expect(search).toHaveBeenCalledTimes(2);
  });

  test('are never fictional where samples are left out: an outage is an error that names the sources', async () => {
    const search = () => Promise.reject(new SourceProblem('HTTP 503'));
    const news = createNews({ sources: [{ name: 'wire', search }], withSamples: false });
    await expect(news.search(request)).rejects.toMatchObject({
      message: expect.stringMatching(/^No news source responds \(wire: .+\)/),
      retryable: true,
    });
  });

  test.each([500, 502, 503, 504])(
    'are waited for while their server answers %s, also without asking it again',
    async (status) => {
      const { origin, network } = await startNewsServer({
        '/rss': answerWith('', 'text/plain', status),
      });
      const source = { ...feedSource({ url: `${origin}/rss`, network }), name: 'wire' };
      const news = createNews({ sources: [source], withSamples: false });
      for (let time = 0; time < 2; time += 1) {
        await expect(news.search(request)).rejects.toMatchObject({ away: { what: 'wire' } });
      }
    },
  );

  test('are not waited for where what answers is no source', async () => {
    const { origin, network } = await server();
    const source = feedSource({ url: `${origin}/page`, network });
    const news = createNews({ sources: [source], withSamples: false });
    await expect(news.search(request)).rejects.toMatchObject({ retryable: true, away: undefined });
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

describe('news up to an earlier time', () => {
  async function newsOf(settings: { withSamples: boolean }) {
    const { origin, network, asked } = await server();
    const sources = [
      { ...feedSource({ url: `${origin}/rss`, network }), name: 'wire' },
      gdeltSource(createGdelt({ url: `${origin}/gdelt`, network })),
    ];
    return { news: createNews({ sources, now: () => now, ...settings }), asked };
  }

  test('come from sources with an archive, which are asked for the days that end then', async () => {
    const { news, asked } = await newsOf({ withSamples: true });
    const answer = await news.search({ ...request, until: '2019-06-03T20:00:00.000Z' });
    expect(asked.map(({ url }) => new URL(url, 'http://any').pathname)).toEqual(['/gdelt']);
    const { searchParams } = new URL(asked[0]!.url, 'http://any');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      startdatetime: '20190527200000',
      enddatetime: '20190603200000',
    });
    expect(searchParams.has('timespan')).toBe(false);
    expect(answer).toEqual({
      // The article of 2026 that the server gives all the same is left out.
      articles: [],
      live: true,
      source: 'GDELT',
      asOf: '2019-06-03T20:00:00.000Z',
      failed: [{ source: 'wire', reason: 'it keeps only recent items' }],
      notice: expect.stringContaining('No headlines before 2019-06-03'),
    });
  });

  test('are none before any archive begins, with a notice, and nobody is asked', async () => {
    const { news, asked } = await newsOf({ withSamples: false });
    const answer = await news.search({ ...request, until: '2013-01-03T21:00:00.000Z' });
    expect(asked).toEqual([]);
    expect(answer).toMatchObject({
      articles: [],
      source: 'none',
      asOf: '2013-01-03T21:00:00.000Z',
      notice:
        'No headlines before 2013-01-03 from these sources: wire: it keeps only recent items; ' +
        'GDELT: its archive begins on 2017-01-01',
    });
  });

  test('that are fictional are dated from then', async () => {
    const { news } = await newsOf({ withSamples: true });
    const { articles, notice } = await news.search({ ...request, until: '2013-01-03T21:00:00Z' });
    expect(articles.length).toBeGreaterThan(0);
    for (const { publishedAt } of articles) {
      expect(publishedAt < '2013-01-03T21:00:00.000Z').toBe(true);
      expect(publishedAt > '2012-12-27').toBe(true);
    }
    expect(notice).toMatch(/^FICTIONAL .* reaches back to 2013-01-03/);
  });

  test('that should be there and are not are an outage, where samples are left out', async () => {
    const search = () => Promise.reject(new SourceProblem('HTTP 503'));
    const sources = [{ name: 'archive', archiveFrom: '2000-01-01', search }];
    const news = createNews({ sources, withSamples: false });
    const asked = news.search({ ...request, until: '2013-01-03T21:00:00Z' });
    await expect(asked).rejects.toMatchObject({ retryable: true });
  });
});

describe('GDELT', () => {
  const wanted = { terms: searchTerms('SPX'), days: 7, limit: 5, signal };

  test('is asked for words it accepts', async () => {
    const { origin, network, asked } = await server();
    const source = gdeltSource(createGdelt({ url: `${origin}/gdelt`, network }));
    expect(await source.search(wanted)).toHaveLength(1);
    const { searchParams } = new URL(asked[0]!.url, origin);
    expect(Object.fromEntries(searchParams)).toEqual({
      query: '("s&p 500" OR "wall street" OR stocks OR "stock market") sourcelang:english',
      mode: 'artlist',
      format: 'json',
      sort: 'datedesc',
      maxrecords: '5',
      timespan: '7d',
    });
    await expect(source.search({ ...wanted, terms: ['ai'] })).rejects.toThrow(
      'it does not accept words with fewer than 4 letters',
    );
    expect(asked).toHaveLength(1);
  });

  test('is asked once in five seconds: a few wait for their turn, and more are told to come again', async () => {
    const { origin, network } = await server();
    let time = now;
    const waits: number[] = [];
    const gdelt = createGdelt({
      url: `${origin}/gdelt`,
      network,
      now: () => time,
      sleep: async (ms) => void waits.push(ms),
    });
    const source = gdeltSource(gdelt);
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => source.search(wanted)));
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(answers[3]).toMatchObject({
      reason: { name: 'SourceBusy', message: expect.stringMatching(/one request per 5 s/) },
    });
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(5_000);
    expect(waits[1]! - waits[0]!).toBeGreaterThanOrEqual(5_000);
    time += 30_000;
    await source.search(wanted);
    expect(waits).toHaveLength(2);
  });

  test('that is busy is asked again at once, unlike one that fails', async () => {
    const { origin, network } = await server();
    const gdelt = createGdelt({
      url: `${origin}/gdelt`,
      network,
      now: () => now,
      sleep: async () => undefined,
    });
    const search = vi.spyOn(gdelt, 'ask');
    const news = createNews({ sources: [gdeltSource(gdelt)], now: () => now });
    const answers = await Promise.all([1, 2, 3, 4].map(() => news.search(request)));
    expect(answers.filter(({ live }) => live)).toHaveLength(3);
    await news.search(request);
    expect(search).toHaveBeenCalledTimes(5);
  });

  test.each([
    ['/words', 'it said "The specified phrase is too short."'],
    ['/often', 'it answered 429'],
    ['/rss', expect.stringMatching(/^it said "<\?xml/)],
  ])('that answers %s is named with what it says', async (path, reason) => {
    const { origin, network } = await server();
    const gdelt = createGdelt({ url: `${origin}${path}`, network });
    const news = createNews({ sources: [gdeltSource(gdelt)], now: () => now });
    expect((await news.search(request)).failed).toEqual([{ source: 'GDELT', reason }]);
  });
});

describe('matching', () => {
  test('knows what headlines call an instrument, and counts whole words', () => {
    expect(countMatches({ title: 'Ether and stocks' }, searchTerms('ETH/USDT'))).toBe(1);
    expect(countMatches({ title: 'Together' }, searchTerms('ETH/USDT'))).toBe(0);
    expect(searchTerms('the latest news')).toEqual(['the latest news']);
    expect(searchTerms('constructor')).toEqual(['constructor']);
  });

  test('reads feeds of other formats', async () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'JSON Wire',
      items: [
        {
          id: '1',
          title: 'Stocks',
          url: '/1',
          date_published: '2026-03-01T00:00:00Z',
        },
      ],
    });
    expect(await readFeed(json, 'https://json.test/feed')).toMatchObject([
      { publisher: 'JSON Wire', url: 'https://json.test/1' },
    ]);
  });

  test.each([
    ['brackets', '', `<![CDATA[${'<'.repeat(200_000)}]]>`],
    [
      'entities of entities',
      `<!DOCTYPE rss [<!ENTITY a "lol">${['ab', 'bc', 'cd', 'de']
        .map(([from, to]) => `<!ENTITY ${to} "${`&${from};`.repeat(1_000)}">`)
        .join('')}]>`,
      '&e;',
    ],
  ])('reads a feed of %s as fast as any', async (_what, head, title) => {
    const item = `<item><title>${title}</title><link>https://wire.test/1</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item>`;
    const feed = `${head}<rss version="2.0"><channel><title>Wire</title>${item}</channel></rss>`;
    const begin = performance.now();
    const [read] = await readFeed(feed, 'https://wire.test/');
    expect(performance.now() - begin).toBeLessThan(1_000);
    expect(read!.title.length).toBeLessThanOrEqual(300);
  });

  const instrument = (given: Partial<Instrument>) => ({
    instrument: async () => anInstrument(given),
  });

  test.each([
    [{ id: 'NASDAQ:AAPL', name: 'Apple Inc.' }, ['apple', 'aapl'], false],
    [{ id: 'NYSE:F', name: 'Ford Motor Company' }, ['ford motor'], false],
    [{ id: 'NASDAQ:GOOGL', name: 'Alphabet Inc. Class A' }, ['alphabet', 'googl'], false],
    [{ id: 'BTC/USDT', kind: 'crypto', base: 'BTC' }, ['btc', 'bitcoin', 'crypto'], true],
    [
      { id: 'SPX', kind: 'index', name: 'S&P 500, replayed' },
      ['spx', 's&p 500', 's&p', 'wall street', 'stocks', 'stock market'],
      false,
    ],
  ] as const)('looks for what %j is called', async (given, terms, isCrypto) => {
    expect(await topicOf(instrument(given), 'any')).toEqual({ terms, isCrypto });
  });
});

describe('a link', () => {
  test.each([
    ['https://wire.test/a?utm_source=x&id=1&fbclid=2#part', 'https://wire.test/a?id=1'],
    ['/a', 'https://base.test/a'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://user:secret@wire.test/', undefined],
    ['http://[', undefined],
  ])('%s is %s', (text, expected) => {
    expect(articleLink(text, 'https://base.test/feed')).toBe(expected);
  });

  test('is the same with another scheme, host prefix, slash or order of parameters', () => {
    const key = linkKey('https://wire.test/a?id=1&page=2');
    for (const same of [
      'http://www.wire.test/a/?page=2&id=1',
      'https://m.wire.test/a?id=1&page=2',
      'https://amp.wire.test/a/amp/?id=1&page=2',
    ]) {
      expect(linkKey(same), same).toBe(key);
    }
    expect(linkKey('https://wire.test/b?id=1&page=2')).not.toBe(key);
    expect(linkKey('https://wire.test/a?id=2&page=2')).not.toBe(key);
  });
});

test('the feeds are a comma list of addresses', () => {
  expect(newsEnvironment.parse({}).BATON_NEWS_FEEDS.length).toBeGreaterThan(1);
  expect(newsEnvironment.safeParse({ BATON_NEWS_FEEDS: 'file:///etc/passwd' }).success).toBe(false);
});
