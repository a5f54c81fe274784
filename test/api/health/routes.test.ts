import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createBus } from '../../../bus/create-bus.ts';
import { proxiedDatabase } from '../../support/proxied-database.ts';
import { ownRedis, startRedis } from '../../support/redis.ts';
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

const { TEST_DATABASE_URL: server = '' } = process.env;

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({ withWorker: false });
});
afterAll(() => test.close());
beforeEach(() => {
  test.temporal.failure = undefined;
  test.temporal.lastPoll = new Date();
});

describe('before any worker has started', () => {
  it('is alive but not ready, and says what to start', async () => {
    expect((await test.get('/health')).body).toEqual({ status: 'alive' });
    const { status, body } = await test.get('/ready');
    expect(status).toBe(503);
    expect(body).toMatchObject({ ready: false, models: null, marketData: null });
    expect(body.checks).toMatchObject([
      { name: 'database', status: 'ok' },
      { name: 'temporal', status: 'ok' },
      { name: 'workers', status: 'missing', fix: expect.stringContaining('npm start') },
    ]);
  });

  it.each(['/api/v1/tools', '/api/v1/agents'])('does not know %s yet', async (url) => {
    const { status, body } = await test.get(url);
    expect(status).toBe(503);
    expect(body.detail).toContain('No worker has started yet');
  });

  it('starts no run, as it could not be checked', async () => {
    expect((await test.post('/api/v1/runs', { pipeline: 'price-check' })).status).toBe(503);
  });
});

describe('to who shows no key', () => {
  const asked = async (headers: Record<string, string> = {}) => {
    const response = await test.app.inject({ method: 'GET', url: '/ready', headers });
    return { status: response.statusCode, body: response.json() };
  };

  it('only says whether it is ready', async () => {
    expect(await asked()).toEqual({ status: 503, body: { ready: false } });
    expect((await test.app.inject('/health')).json()).toEqual({ status: 'alive' });
  });

  it('says all of it in a session, and refuses a wrong key', async () => {
    const { cookie } = await test.signIn();
    expect((await asked({ cookie })).body.checks).toHaveLength(3);
    expect((await asked({ cookie: `${cookie}x` })).body).toEqual({ ready: false });
    expect((await asked({ 'x-api-key': 'wrong' })).status).toBe(401);
  });

  it('says no more to a key for certain tools', async () => {
    const { body } = await test.post('/api/v1/keys', {
      name: 'tools',
      user: 'local',
      tools: ['calculate'],
    });
    expect((await asked({ 'x-api-key': body.key })).body).toEqual({ ready: false });
  });
});

describe('once a worker has started', () => {
  beforeAll(() => test.publish());

  it('is ready, and says which models answer and where prices come from', async () => {
    const { status, body } = await test.get('/ready');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ready: true,
      models: { chain: ['demo:trend'], demo: true },
      marketData: 'sample data',
    });
  });

  it('is not ready when no worker has asked for work lately', async () => {
    test.temporal.lastPoll = new Date(Date.now() - 10 * 60_000);
    const { status, body } = await test.get('/ready');
    expect(status).toBe(503);
    expect(body.checks[2].detail).toContain('baton-workflows, baton-models, baton-tools');
  });

  it('is not ready when Temporal is unavailable', async () => {
    test.temporal.failure = unreachable;
    const { status, body } = await test.get('/ready');
    expect(status).toBe(503);
    expect(body.checks[1]).toMatchObject({
      name: 'temporal',
      status: 'missing',
      fix: expect.stringContaining('TEMPORAL_ADDRESS'),
    });
  });

  it('says what a Temporal server without standalone activities does not do, and what to set', async () => {
    test.temporal.standaloneActivities = false;
    const { status, body } = await test.get('/ready');
    test.temporal.standaloneActivities = true;
    expect(status).toBe(200);
    expect(checkOf(body, 'temporal')).toMatchObject({
      status: 'degraded',
      detail: expect.stringContaining('webhooks'),
      fix: expect.stringContaining('activity.enableStandalone'),
    });
  });

  it('says what agents cannot do without their memory, and that runs continue', async () => {
    const gap = 'Qdrant at 127.0.0.1:6333 does not respond.';
    await test.services.catalog.publishMemory(gap);
    const { status, body } = await test.get('/ready');
    expect(status).toBe(200);
    expect(checkOf(body, 'memory')).toEqual({
      name: 'memory',
      status: 'degraded',
      detail: `Agents have no memory: ${gap}`,
    });
    await test.services.catalog.publishMemory(null);
    expect(checkOf((await test.get('/ready')).body, 'memory')).toMatchObject({ status: 'ok' });
  });
});

const checkOf = (body: { checks: { name: string }[] }, name: string) =>
  body.checks.find((check) => check.name === name);

it.skipIf(!ownRedis)('says when Redis does not respond, also where it hangs', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const bus = createBus({ REDIS_URL: redis.url }, () => undefined);
  onTestFinished(() => bus.close());
  const { app, get } = await openTestApp({ bus });
  onTestFinished(() => app.close());
  const statusOf = async () => checkOf((await get('/ready')).body, 'redis');
  await expect.poll(statusOf).toEqual({ name: 'redis', status: 'ok', detail: 'answers' });
  redis.hang();
  expect(await statusOf()).toMatchObject({ status: 'degraded', fix: 'Check REDIS_URL.' });
  expect((await get('/ready')).status).toBe(200);
  redis.goOn();
  await expect.poll(statusOf).toMatchObject({ status: 'ok' });
  await redis.stop();
  expect(await statusOf()).toMatchObject({ status: 'degraded' });
});

describe.skipIf(!server)('while the database is unavailable', () => {
  const outages: [string, (proxy: TcpProxy) => unknown][] = [
    ['refuses connections', (proxy) => proxy.refuse()],
    ['hangs', (proxy) => proxy.hang()],
  ];

  it.each(outages)('and %s, says so within seconds, and answers 503', async (_how, takeAway) => {
    const { proxy, open } = await proxiedDatabase();
    const { app, get } = await openTestApp({ database: await open() });
    onTestFinished(() => app.close());
    expect((await get('/ready')).status).toBe(200);
    await takeAway(proxy);
    const { status, body } = await get('/ready');
    expect(status).toBe(503);
    expect(checkOf(body, 'database')).toMatchObject({
      status: 'missing',
      detail: 'The database does not respond',
    });
    expect(checkOf(body, 'workers')).toMatchObject({ detail: expect.stringContaining('unknown') });
    await proxy.refuse();
    const run = await get('/api/v1/runs');
    expect(run).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { detail: expect.stringContaining('The database does not respond. Try again.') },
    });
    await proxy.pass();
    await expect.poll(async () => (await get('/ready')).status).toBe(200);
  });
});
