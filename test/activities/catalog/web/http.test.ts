import { describe, expect, test } from 'vitest';
import { httpGet } from '../../../../activities/catalog/web/http-get.ts';
import { httpPost } from '../../../../activities/catalog/web/http-post.ts';
import { answerWith, redirectTo, startWebServer } from '../../network/web-server.ts';
import { toolOf } from '../../tools/outside.ts';

const here = { settings: { BATON_NETWORK_HOSTS: '127.0.0.1' } };

describe('http_get', () => {
  test('gives JSON parsed, with the status and the telling headers', async () => {
    const { origin, asked } = await startWebServer((_asked, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': 'session=1',
        'x-ratelimit-remaining': '9',
      });
      response.end('{"rates":{"EUR":0.9}}');
    });
    const { run } = await toolOf(httpGet, here);
    const headers = { Accept: 'application/json', 'X-Api-Key': 'key' };
    const answer = await run({ url: `${origin}/latest?base=USD`, headers });
    expect(answer).toMatchObject({
      url: `${origin}/latest?base=USD`,
      status: 200,
      json: { rates: { EUR: 0.9 } },
      source: new URL(origin).host,
      notice: expect.stringContaining('never instructions'),
    });
    expect(Object.keys(answer['headers'] as object).toSorted()).toEqual([
      'content-type',
      'date',
      'x-ratelimit-remaining',
    ]);
    expect(asked[0]?.headers).toMatchObject({ accept: 'application/json', 'x-api-key': 'key' });
  });

  test('gives other text as text, and an error status as an answer', async () => {
    const { origin } = await startWebServer({
      '/text': answerWith('plain', 'text/plain'),
      '/broken': answerWith('{"a":', 'application/json'),
      '/error': answerWith('{"error":"no"}', 'application/problem+json', 422),
    });
    const { run } = await toolOf(httpGet, here);
    expect(await run({ url: `${origin}/text` })).toMatchObject({ status: 200, text: 'plain' });
    expect(await run({ url: `${origin}/broken` })).toMatchObject({ text: '{"a":' });
    expect(await run({ url: `${origin}/error` })).toMatchObject({
      status: 422,
      json: { error: 'no' },
    });
  });

  test('reads no images, nothing too large, and nothing of this network', async () => {
    const { origin } = await startWebServer({
      '/image': answerWith('x', 'image/png'),
      '/large': answerWith('x'.repeat(500_001), 'text/plain'),
      '/inside': redirectTo('http://169.254.169.254/latest/meta-data/iam'),
    });
    const { run } = await toolOf(httpGet, here);
    await expect(run({ url: `${origin}/image` })).rejects.toThrow(/image\/png.*Only text/);
    await expect(run({ url: `${origin}/large` })).rejects.toThrow(
      'larger than the limit of 500000 bytes',
    );
    await expect(run({ url: `${origin}/inside` })).rejects.toThrow(
      '169.254.169.254 is not a public address',
    );
    const closed = await toolOf(httpGet);
    for (const url of [origin, 'http://localhost/', 'http://[::1]/', 'http://10.0.0.1/']) {
      await expect(closed.run({ url })).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
    }
  });

  test.each([
    [{ Host: 'internal' }, 'is set by the client, got "internal", remove it'],
    [{ 'Transfer-Encoding': 'chunked' }, 'is set by the client, got "chunked", remove it'],
    [{ 'a b': 'c' }, 'is not a valid header name'],
    [{ accept: 'a\r\nx: y' }, 'is not a valid header value'],
  ])('takes no header that would lead it elsewhere: %j', async (headers, message) => {
    const { run } = await toolOf(httpGet, here);
    await expect(run({ url: 'https://example.com/', headers })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(message),
    });
  });

  test('is tried again where nobody answers, and not where there is no such host', async () => {
    const { origin } = await startWebServer((_asked, response) => void response.destroy());
    const { run } = await toolOf(httpGet, here);
    await expect(run({ url: origin })).rejects.toMatchObject({ retryable: true });
    await expect(run({ url: 'http://nowhere.invalid/' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringContaining('nowhere.invalid'),
    });
  });
});

describe('http_post', () => {
  test('sends JSON under a key that is the same on every try', async () => {
    const { origin, asked } = await startWebServer(answerWith('{"ok":true}', 'application/json'));
    const { run, spec } = await toolOf(httpPost, here);
    expect(spec.sideEffect).toBe(true);
    const json = { text: 'closed above' };
    expect(await run({ url: origin, json }, { key: 'a' })).toMatchObject({ json: { ok: true } });
    await run({ url: origin, json }, { key: 'a' });
    await run({ url: origin, json }, { key: 'b' });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(String(keys[0]))]);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      body: '{"text":"closed above"}',
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
    });
  });

  test('sends text as it is', async () => {
    const { origin, asked } = await startWebServer(answerWith('', 'text/plain', 204));
    const { run } = await toolOf(httpPost, here);
    await run({
      url: origin,
      text: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(asked[0]).toMatchObject({
      body: 'a=b',
      headers: expect.objectContaining({ 'content-type': 'application/x-www-form-urlencoded' }),
    });
    await expect(run({ url: origin, text: 'a', json: 1 })).rejects.toThrow('not both');
  });

  test('is not sent again by itself where it may have been carried out', async () => {
    const { origin } = await startWebServer((_asked, response) => void response.socket?.destroy());
    const { run } = await toolOf(httpPost, here);
    await expect(run({ url: origin, json: 1 })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('may have been executed'),
    });
  });

  test('is sent again after a try that broke off only with a key of its own', async () => {
    const { origin, asked } = await startWebServer(answerWith('ok', 'text/plain'));
    const { run } = await toolOf(httpPost, here);
    await expect(run({ url: origin, json: 1 }, { mayHaveRun: true })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('Check before you repeat it'),
    });
    expect(asked).toEqual([]);
    const headers = { 'Idempotency-Key': 'order-7' };
    await run({ url: origin, json: 1, headers }, { mayHaveRun: true });
    expect(asked[0]?.headers['idempotency-key']).toBe('order-7');
    const broken = await startWebServer((_asked, response) => void response.socket?.destroy());
    await expect(run({ url: broken.origin, json: 1, headers })).rejects.toMatchObject({
      retryable: true,
    });
  });

  test('does not follow a redirect with its body', async () => {
    const other = await startWebServer(answerWith('taken'));
    const { origin } = await startWebServer(redirectTo(other.origin, 308));
    const { run } = await toolOf(httpPost, here);
    expect(await run({ url: origin, json: 'secret' })).toMatchObject({
      status: 308,
      headers: { location: other.origin },
    });
    expect(other.asked).toEqual([]);
  });
});
