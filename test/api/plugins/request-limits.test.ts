import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { openRedis } from '../../../bus/open-redis.ts';
import type { StreamSettings } from '../../../api/streams/add-streams.ts';
import { ownRedis, redisMissing, startRedis } from '../../support/redis.ts';
import type { RequestLimits } from '../../../api/plugins/request-limits.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import { readRunStream } from '../support/stream-client.ts';

async function open(limits: Partial<RequestLimits>, streams: StreamSettings = {}) {
  const requestLimits = { requestsPerMinute: 100, megabytesPerMinute: 100, openStreams: 100 };
  const test = await openTestApp({ requestLimits: { ...requestLimits, ...limits }, streams });
  onTestFinished(() => test.close());
  return test;
}

/** What a WebSocket that is not opened is answered. */
async function upgradeOf(url: string): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
  };
  const [response] = await once(request(url, { headers }).end(), 'response');
  return (response as IncomingMessage).resume();
}

describe('beyond its limit', () => {
  it('of requests, a key is told when to come again, and /health still answers', async () => {
    const test = await open({ requestsPerMinute: 2 });
    expect((await test.get('/api/v1/runs')).status).toBe(200);
    expect((await test.get('/api/v1/runs')).status).toBe(200);
    const { status, headers, body } = await test.get('/api/v1/runs');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ type: 'urn:baton:problem:too-many-requests' });
    expect(body.detail).toContain('2 requests a minute');
    expect((await test.app.inject('/health')).statusCode).toBe(200);
  });

  it('of requests, a client of the gateway is told in the form of OpenAI', async () => {
    const test = await open({ requestsPerMinute: 1 });
    await test.get('/v1/models');
    const { status, body } = await test.get('/v1/models');
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ code: 'rate_limit_exceeded' });
  });

  it('of bytes, a body is refused before it is read', async () => {
    const test = await open({ megabytesPerMinute: 1 });
    const payload = { name: 'x'.repeat(600 * 1024) };
    expect((await test.post('/api/v1/pipelines/validate', payload)).status).toBe(200);
    const { status, headers, body } = await test.post('/api/v1/pipelines/validate', payload);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.detail).toContain('1 MB a minute');
  });

  it('of streams, the next one opens when another has closed', async () => {
    const test = await open({ openStreams: 1 });
    const run = { pipeline: 'price-check', input: { symbol: 'SPX' } };
    const { id } = (await test.post('/api/v1/runs', run)).body;
    const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = `${address}/api/v1/runs/${id}/stream`;
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' };
    const first = new AbortController();
    expect((await fetch(stream, { headers, signal: first.signal })).status).toBe(200);
    await expect(readRunStream(address, id)).rejects.toThrow('refused');
    const refused = await fetch(stream, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    const socket = await upgradeOf(stream);
    expect([socket.statusCode, socket.headers['retry-after']]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('1 event streams and WebSockets'),
    });
    first.abort();
    const next = await vi.waitFor(() => readRunStream(address, id), { timeout: 20_000 });
    expect((await fetch(stream, { headers })).status).toBe(429);
    await next.close();
  });
});

describe.skipIf(redisMissing)(`over Redis ${redisMissing}`, () => {
  /** Two API processes that count together from now on. */
  async function openTwo(limits: Partial<RequestLimits>) {
    const server = await startRedis();
    const redis = openRedis(server.url, () => undefined, { enableOfflineQueue: true });
    onTestFinished(async () => {
      redis.disconnect();
      await server.stop();
    });
    const two = [
      await open(limits, { redisUrl: server.url }),
      await open(limits, { redisUrl: server.url }),
    ] as const;
    const counted = async () => Number(await redis.get('baton:api:requests:installation key'));
    for (const { get } of two) {
      await vi.waitFor(async () => {
        const before = await counted();
        await get('/api/v1/me');
        expect(await counted()).toBeGreaterThan(before);
      });
    }
    await redis.flushall();
    return { server, two };
  }

  it('requests to all processes count together', async () => {
    const { two } = await openTwo({ requestsPerMinute: 50 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 51; turn += 1) {
      statuses.push((await two[turn % 2 === 0 ? 0 : 1].get('/api/v1/me')).status);
    }
    expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true);
    expect(statuses[50]).toBe(429);
    const { headers } = await two[0].get('/api/v1/me');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('bytes to all processes count together', async () => {
    const { two } = await openTwo({ megabytesPerMinute: 1 });
    const payload = { name: 'x'.repeat(600 * 1024) };
    expect((await two[0].post('/api/v1/pipelines/validate', payload)).status).toBe(200);
    const { status, headers } = await two[1].post('/api/v1/pipelines/validate', payload);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it.runIf(ownRedis)('while it is away, each process counts for itself', async () => {
    const { server, two } = await openTwo({ requestsPerMinute: 20 });
    await server.stop();
    for (const { get } of two) {
      const statuses: number[] = [];
      for (let turn = 0; turn < 41; turn += 1) statuses.push((await get('/api/v1/me')).status);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
      expect(statuses.at(-1)).toBe(429);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    }
  });
});
