import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RequestLimits } from '../../../api/plugins/request-limits.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import { readRunStream } from '../support/stream-client.ts';

async function open(limits: Partial<RequestLimits>) {
  const requestLimits = { requestsPerMinute: 100, megabytesPerMinute: 100, openStreams: 100 };
  const test = await openTestApp({ requestLimits: { ...requestLimits, ...limits } });
  onTestFinished(() => test.close());
  return test;
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
    const { status, body } = await test.post('/api/v1/pipelines/validate', payload);
    expect(status).toBe(429);
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
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('1 event streams and WebSockets'),
    });
    first.abort();
    const next = await vi.waitFor(() => readRunStream(address, id), { timeout: 20_000 });
    expect((await fetch(stream, { headers })).status).toBe(429);
    await next.close();
  });
});
