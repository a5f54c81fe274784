import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from './support/app.ts';
import type { TestApp } from './support/app.ts';

const neededBytes = 500 * 2 ** 20;
let freeBytes = 0;
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({
    lookAtDisk: async () => ({ folder: '/data', freeBytes, neededBytes }),
  });
});
afterAll(() => test.close());
beforeEach(() => {
  freeBytes = neededBytes - 1;
});

const startRun = () =>
  test.post('/api/v1/runs', { pipeline: 'price-check', input: { symbol: 'SPX' } });
const disk = (body: any) => body.checks.find(({ name }: { name: string }) => name === 'disk');

describe('a disk with less room than is needed', () => {
  it('takes no new run, and says how much is free, where, and when to ask again', async () => {
    const { status, headers, body } = await startRun();
    expect(status).toBe(507);
    expect(headers['retry-after']).toBe('60');
    expect(body).toMatchObject({
      type: 'urn:baton:problem:disk-full',
      detail: expect.stringContaining(
        '500 MB free in /data. Baton accepts new work when 500 MB are free.',
      ),
    });
    expect((await test.get('/api/v1/runs')).body.items).toEqual([]);
  });

  it('takes no call of the gateway, which answers in its own form', async () => {
    const { status, headers, body } = await test.post('/v1/chat/completions', {
      model: 'default',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    expect(status).toBe(507);
    expect(headers['retry-after']).toBe('60');
    expect(body.error).toMatchObject({
      code: 'disk_full',
      message: expect.stringContaining('free in /data'),
    });
  });

  it('is in the answer of /ready', async () => {
    const { status, body } = await test.get('/ready');
    expect(status).toBe(503);
    expect(disk(body)).toMatchObject({ status: 'missing', fix: expect.stringContaining('prune') });
  });

  it('does not keep anyone from reading, cancelling and pruning', async () => {
    freeBytes = neededBytes;
    const { body } = await startRun();
    freeBytes = 0;
    expect((await test.get(`/api/v1/runs/${body.id}`)).status).toBe(200);
    expect((await test.post(`/api/v1/runs/${body.id}/cancel`, {})).status).toBe(202);
    expect((await test.post('/api/v1/prune', { olderThanDays: 1 })).status).toBe(200);
  });

  it('takes runs as soon as there is room', async () => {
    expect((await startRun()).status).toBe(507);
    freeBytes = neededBytes;
    expect((await startRun()).status).toBe(201);
    expect(disk((await test.get('/ready')).body)).toMatchObject({ status: 'ok' });
  });
});
