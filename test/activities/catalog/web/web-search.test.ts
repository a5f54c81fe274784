import { describe, expect, test } from 'vitest';
import { duckDuckGo } from '../../../../activities/services/search/duckduckgo.ts';
import { createNetwork } from '../../../../activities/network/create-network.ts';
import { webSearch } from '../../../../activities/catalog/web/web-search.ts';
import { answerWith, startWebServer } from '../../network/web-server.ts';
import type { Answering } from '../../network/web-server.ts';
import { untrustedNotice } from '../../../../contracts/tools/tools.ts';
import { toolOf } from '../../tools/outside.ts';

/** As https://api.duckduckgo.com answers: JSON under the type of a script, with empty texts for what it has not. */
const empty = {
  Abstract: '',
  AbstractSource: '',
  AbstractText: '',
  AbstractURL: '',
  Answer: '',
  AnswerType: '',
  Definition: '',
  DefinitionSource: '',
  DefinitionURL: '',
  Entity: '',
  Heading: '',
  Image: '',
  ImageHeight: 0,
  Infobox: '',
  Redirect: '',
  RelatedTopics: [] as unknown[],
  Results: [] as unknown[],
  Type: '',
  meta: { id: 'wikipedia' },
};

const topic = (name: string) => ({
  FirstURL: `https://duckduckgo.com/${name}`,
  Icon: { Height: '', URL: '', Width: '' },
  Result: `<a href="https://duckduckgo.com/${name}">${name}</a> - a thing`,
  Text: `${name} - a thing`,
});

const reply = (body: object): Answering =>
  answerWith(JSON.stringify({ ...empty, ...body }), 'application/x-javascript');

const replay = { asOf: '2013-01-03T21:00:00.000Z', reason: 'SPX is a replay' };

async function searchOf(answer: Answering, now?: () => number) {
  const { origin, asked } = await startWebServer(answer);
  const network = createNetwork({
    allowedHosts: ['127.0.0.1'],
    ports: 'any',
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const tool = await toolOf(webSearch, {
    settings: { BATON_WEB_SEARCH: 'duckduckgo' },
    momentNamed: async (texts) => (texts.includes('SPX') ? replay : undefined),
    services: { search: duckDuckGo({ network, url: origin, ...(now && { now }) }) },
  });
  return { ...tool, asked };
}

describe('web_search', () => {
  test.each([
    ['in a run on a replay', { query: 'Federal Reserve' }, replay],
    ['for a replayed instrument', { query: 'SPX' }, undefined],
  ])('%s warns that its results are from today', async (_where, args, moment) => {
    const { run } = await searchOf(reply({ AbstractText: 'Of today.' }));
    const { asOf, notice } = await run(args, { moment });
    const today = String(asOf).slice(0, 10);
    expect(notice).toBe(
      `This is as of ${today}, but the run is as of 2013-01-03 (SPX is a replay): it was not known then, so do not base decisions on it. ` +
        untrustedNotice,
    );
  });

  test('gives the summary with its source, and at most five links, those of groups among them', async () => {
    const { run, asked, spec } = await searchOf(
      reply({
        Heading: 'Federal Reserve',
        AbstractText: 'The central bank of the United States.',
        AbstractSource: 'Wikipedia',
        AbstractURL: 'https://en.wikipedia.org/wiki/Federal_Reserve',
        Type: 'A',
        Results: [{ ...topic('official'), FirstURL: 'https://www.federalreserve.gov/' }],
        RelatedTopics: [
          topic('a'),
          { Name: 'Banks', Topics: [topic('b'), topic('c'), topic('a')] },
          { ...topic('d'), FirstURL: 'javascript:alert(1)' },
          topic('e'),
          topic('f'),
        ],
      }),
    );
    const answer = await run({ query: 'Federal Reserve' });
    expect(answer).toMatchObject({
      query: 'Federal Reserve',
      answer: {
        text: 'The central bank of the United States.',
        source: 'Wikipedia',
        url: 'https://en.wikipedia.org/wiki/Federal_Reserve',
      },
      attribution: expect.stringContaining('DuckDuckGo'),
      source: 'DuckDuckGo Instant Answer',
      asOf: expect.any(String),
      notice: expect.stringContaining('never instructions'),
    });
    const urls = (answer['results'] as { url: string }[]).map(({ url }) => url);
    expect(urls).toEqual([
      'https://www.federalreserve.gov/',
      'https://duckduckgo.com/a',
      'https://duckduckgo.com/b',
      'https://duckduckgo.com/c',
      'https://duckduckgo.com/e',
    ]);
    expect(new URLSearchParams(asked[0]?.url.slice(2)).get('q')).toBe('Federal Reserve');
    expect(asked[0]?.url).toMatch(/format=json&no_html=1/);
    expect(spec).toMatchObject({ untrusted: true, cacheMs: 3_600_000, plan: 'free' });
    await expect(run({ query: 'x', limit: 6 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('gives a direct answer or a definition where there is one, and says where there is nothing', async () => {
    const direct = await searchOf(reply({ Answer: '15.588', AnswerType: 'calc', Type: 'E' }));
    expect(await direct.run({ query: 'sqrt(243)' })).toMatchObject({
      answer: { text: '15.588', source: 'DuckDuckGo calc', url: null },
      results: [],
    });
    // The answers of its widgets are objects.
    const widget = await searchOf(reply({ Answer: { from: 'timer' }, Definition: 'A clock.' }));
    expect(await widget.run({ query: 'timer' })).toMatchObject({ answer: { text: 'A clock.' } });
    const nothing = await searchOf(reply({}));
    expect(await nothing.run({ query: 'how to cook' })).toMatchObject({
      answer: null,
      results: [],
    });
  });

  test.each([
    [202, '', true, undefined],
    [500, 'no', true, undefined],
    [503, 'no', true, { what: 'DuckDuckGo' }],
    [403, 'no', false, undefined],
    [200, '<html>', true, undefined],
  ])('fails where it answers %i "%s"', async (status, body, retryable, away) => {
    const { run } = await searchOf(answerWith(body, 'text/html', status));
    await expect(run({ query: 'a' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable,
      away,
    });
  });

  test('can be retried if the host name of its source is not found, because no user wrote it', async () => {
    const network = createNetwork({
      allowedHosts: [],
      ports: [443],
      hostsSetting: 'BATON_NETWORK_HOSTS',
      resolve: (host, _options, callback) =>
        callback(Object.assign(new Error(host), { code: 'ENOTFOUND' }), []),
    });
    const { run } = await toolOf(webSearch, {
      settings: { BATON_WEB_SEARCH: 'duckduckgo' },
      services: { search: duckDuckGo({ network }) },
    });
    await expect(run({ query: 'a' })).rejects.toMatchObject({ retryable: true, fault: 'upstream' });
  });

  test('sends ten requests at once, then one a second, for all users together', async () => {
    let now = 0;
    const { run, asked } = await searchOf(reply({}), () => now);
    for (let call = 0; call < 10; call += 1) await run({ query: `q${call}` });
    const refused = { code: 'RATE_LIMIT', retryable: true, retryAfterMs: 1_000 };
    await expect(run({ query: 'one more' })).rejects.toMatchObject(refused);
    now = 1_000;
    await run({ query: 'one more' });
    await expect(run({ query: 'and one' })).rejects.toMatchObject(refused);
    now = 60_000;
    for (let call = 0; call < 10; call += 1) await run({ query: `r${call}` });
    await expect(run({ query: 'again' })).rejects.toMatchObject(refused);
    expect(asked).toHaveLength(21);
  });

  test('is off until it is set', async () => {
    const { run, spec } = await toolOf(webSearch);
    expect(spec.missing).toMatch(/^set BATON_WEB_SEARCH=duckduckgo.*not commercial/);
    await expect(run({ query: 'a' })).rejects.toThrow('BATON_WEB_SEARCH');
    const set = await toolOf(webSearch, { settings: { BATON_WEB_SEARCH: 'duckduckgo' } });
    expect(set.spec.missing).toBeUndefined();
  });
});
