import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

const headers = { authorization: `Bearer ${apiKey}` };
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  for (const name of ['first', 'second']) {
    const payload = {
      name,
      description: 'A long text. '.repeat(100),
      nodes: [{ id: 'a', kind: 'transform', value: 1 }],
    };
    const { statusCode } = await test.app.inject({
      method: 'POST',
      url: '/api/v1/pipelines',
      headers,
      payload,
    });
    expect(statusCode).toBe(201);
  }
});
afterAll(() => test.close());

const get = (url: string, accepted: string) =>
  test.app.inject({ url, headers: { ...headers, 'accept-encoding': accepted } });

it('makes long lists short for whoever takes it', async () => {
  const [plain, short] = [
    await get('/api/v1/pipelines', 'identity'),
    await get('/api/v1/pipelines', 'br'),
  ];
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(short.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(short.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(brotliDecompressSync(short.rawPayload).toString()).toBe(plain.body);
});

it('leaves answers alone that may hold a secret', async () => {
  const { headers: sent, body } = await get('/api/v1/pipelines/first', 'br');
  expect(sent['content-encoding']).toBeUndefined();
  expect(body.length).toBeGreaterThan(2_000);
});

it('decompresses no body of a request', async () => {
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: '/api/v1/pipelines/validate',
    headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{"name":"x"}'),
  });
  expect(statusCode).toBe(400);
});
