import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createBus } from '../../../bus/create-bus.ts';
import { runChannel } from '../../../contracts/runs/events.ts';
import type { StreamEvent } from '../../../contracts/runs/events.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { stepRepository } from '../../../db/repositories/runs/steps.ts';
import { ownRedis, redisMissing, startRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { readRunStream } from '../support/stream-client.ts';
import { openTestDatabase } from '../../support/databases.ts';

type Process = { address: string; app: TestApp; bus: ReturnType<typeof createBus> };

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ignore = () => {};

/** Two API processes over the same records and the same Redis. */
async function openTwo(redisUrl: string): Promise<[Process, Process]> {
  const first = await openOne();
  return [first, await openOne(first.app)];

  async function openOne(other?: TestApp): Promise<Process> {
    const bus = createBus({ REDIS_URL: redisUrl }, ignore);
    const app = await openTestApp({
      database,
      bus,
      streams: { redisUrl },
      ...(other && { temporal: other.temporal.client }),
    });
    onTestFinished(async () => {
      await app.app.close();
      await bus.close();
    });
    return { app, bus, address: await app.app.listen({ host: '127.0.0.1', port: 0 }) };
  }
}

async function startRun({ app }: Process): Promise<string> {
  const { body } = await app.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  return body.id;
}

/** Two processes, a run of the first, and a client that is there from its beginning. */
async function openRun(redisUrl: string) {
  const [one, two] = await openTwo(redisUrl);
  const runId = await startRun(one);
  const atOne = await readRunStream(one.address, runId);
  await atOne.until({ type: 'snapshot' });
  return { one, two, runId, atOne };
}

const delta = (runId: string, sequence: number): StreamEvent => ({
  type: 'text-delta',
  text: `${sequence} `,
  callId: 'call',
  sequence,
  runId,
  nodePath: 'price',
  step: 'turn-1',
});

describe.skipIf(redisMissing)(`Streams of several processes ${redisMissing}`, () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  test('have the same numbers, and continue where another process was left', async () => {
    const { one, two, runId, atOne } = await openRun(redis.url);
    for (const sequence of [1, 2]) two.bus.publish(runChannel(runId), delta(runId, sequence));
    await atOne.until({ type: 'text-delta', sequence: 2 });

    const atTwo = await readRunStream(two.address, runId);
    await atTwo.until({ type: 'snapshot' });
    for (const sequence of [3, 4]) one.bus.publish(runChannel(runId), delta(runId, sequence));
    await atTwo.until({ type: 'text-delta', sequence: 4 });
    await atOne.until({ type: 'text-delta', sequence: 4 });
    expect(atTwo.last).toBe(atOne.last);
    expect(atTwo.picture).toEqual(atOne.picture);
    expect(atTwo.picture?.calls['call']).toMatchObject({ text: '1 2 3 4 ', isPartial: false });

    atOne.close();
    one.bus.publish(runChannel(runId), delta(runId, 5));
    const back = await readRunStream(two.address, runId, { after: atOne.last! });
    await back.until({ type: 'text-delta', sequence: 5 });
    expect(back.types()).toEqual(['text-delta']);
    for (const client of [atTwo, back]) client.close();
  });

  test('replay what was told before a process joined', async () => {
    const { one, two, runId, atOne } = await openRun(redis.url);
    for (let sequence = 1; sequence <= 450; sequence += 1) {
      one.bus.publish(runChannel(runId), delta(runId, sequence));
    }
    await atOne.until({ type: 'text-delta', sequence: 450 });
    const [snapshot] = atOne.events;
    const atTwo = await readRunStream(two.address, runId, { after: snapshot!.position });
    await atTwo.until({ type: 'text-delta', sequence: 450 });
    expect(atTwo.events).toEqual(atOne.events.slice(1));
    for (const client of [atOne, atTwo]) client.close();
  });

  test('are led by another process when the one that led has ended', async () => {
    const { one, two, runId } = await openRun(redis.url);
    const atTwo = await readRunStream(two.address, runId);
    await atTwo.until({ type: 'snapshot' });
    await one.app.app.close();
    await expect.poll(() => atTwo.types(), { timeout: 10_000 }).toEqual(['snapshot', 'snapshot']);
    const steps = stepRepository(database.db);
    const key = { runId, nodePath: 'price', step: 'tool' };
    await steps.start(key, { kind: 'tool', name: 'get_price', label: 'get_price', attempt: 1 });
    await atTwo.until({ type: 'step-start' });
    atTwo.close();
  });

  test('leave nothing behind in Redis once nobody reads them, and never anything for good', async () => {
    const [one, two] = await openTwo(redis.url);
    const runId = await startRun(one);
    const look = new Redis(redis.url);
    onTestFinished(() => look.disconnect());
    const keys = () => look.keys(`baton:stream:*${runId}*`);
    const clients = [
      await readRunStream(one.address, runId),
      await readRunStream(two.address, runId),
    ];
    for (const client of clients) await client.until({ type: 'snapshot' });
    one.bus.publish(runChannel(runId), delta(runId, 1));
    for (const client of clients) await client.until({ type: 'text-delta', sequence: 1 });
    expect(await keys()).toHaveLength(3);
    const times = async () => Promise.all((await keys()).map((key) => look.pttl(key)));
    await expect
      .poll(async () => (await times()).every((time) => time > 0), { timeout: 10_000 })
      .toBe(true);
    for (const { app } of [two, one]) await app.app.close();
    expect(await keys()).toEqual([]);
  });

  test('begin again after Redis has lost what it held, for who is there and who comes', async () => {
    const [one, two] = await openTwo(redis.url);
    const runId = await startRun(one);
    const look = new Redis(redis.url);
    onTestFinished(() => look.disconnect());
    const clients = [
      await readRunStream(one.address, runId),
      await readRunStream(two.address, runId),
    ];
    for (const client of clients) await client.until({ type: 'snapshot' });
    one.bus.publish(runChannel(runId), delta(runId, 1));
    for (const client of clients) await client.until({ type: 'text-delta', sequence: 1 });
    await look.flushall();
    one.bus.publish(runChannel(runId), delta(runId, 2));
    const snapshots = () =>
      clients.map(({ events }) => events.findLast(({ type }) => type === 'snapshot')?.position);
    const began = snapshots();
    await expect
      .poll(() => snapshots().every((position, index) => position !== began[index]), {
        timeout: 15_000,
      })
      .toBe(true);
    clients.push(await readRunStream(two.address, runId));
    await clients[2]!.until({ type: 'snapshot' });
    one.bus.publish(runChannel(runId), delta(runId, 3));
    for (const client of clients) await client.until({ type: 'text-delta', sequence: 3 });
    const [first, ...others] = clients.map(({ last }) => last);
    expect(others).toEqual([first, first]);
    for (const client of clients) client.close();
  }, 60_000);

  test('begin again where a part of their log is missing', async () => {
    const [one, two] = await openTwo(redis.url);
    const runId = await startRun(one);
    const look = new Redis(redis.url);
    onTestFinished(() => look.disconnect());
    const atOne = await readRunStream(one.address, runId);
    await atOne.until({ type: 'snapshot' });
    for (const sequence of [1, 2, 3]) one.bus.publish(runChannel(runId), delta(runId, sequence));
    await atOne.until({ type: 'text-delta', sequence: 3 });
    const log = (await look.keys(`baton:stream:*${runId}*:log`))[0]!;
    await expect.poll(() => look.xlen(log)).toBeGreaterThanOrEqual(3);
    await look.xtrim(log, 'MAXLEN', 1);
    const atTwo = await readRunStream(two.address, runId);
    await atTwo.until({ type: 'snapshot' });
    one.bus.publish(runChannel(runId), delta(runId, 4));
    for (const client of [atOne, atTwo]) await client.until({ type: 'text-delta', sequence: 4 });
    expect(atTwo.last).toBe(atOne.last);
    for (const client of [atOne, atTwo]) client.close();
  }, 60_000);
});

describe.skipIf(!ownRedis)('When Redis hangs', () => {
  test('streams continue with what is on record, also for who comes, and are shared again later', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const [one, two] = await openTwo(redis.url);
    const runId = await startRun(one);
    const clients = [
      await readRunStream(one.address, runId),
      await readRunStream(two.address, runId),
    ];
    for (const client of clients) await client.until({ type: 'snapshot' });
    redis.hang();
    const steps = stepRepository(database.db);
    const key = { runId, nodePath: 'price', step: 'tool' };
    await steps.start(key, { kind: 'tool', name: 'get_price', label: 'get_price', attempt: 1 });
    const other = await startRun(one);
    clients.push(await readRunStream(two.address, runId));
    const atOther = await readRunStream(two.address, other);
    const labels = () => clients.map(({ picture }) => picture?.steps[0]?.label);
    await expect.poll(labels, { timeout: 20_000 }).toEqual(['get_price', 'get_price', 'get_price']);
    await expect.poll(() => atOther.picture?.run.id, { timeout: 20_000 }).toBe(other);
    redis.goOn();
    let sequence = 0;
    const isShared = () => {
      sequence += 1;
      one.bus.publish(runChannel(runId), delta(runId, sequence));
      const [first, ...others] = clients.map(({ last }) => last);
      return others.every((last) => last === first) && clients[0]?.picture?.calls['call'];
    };
    await expect.poll(isShared, { timeout: 20_000, interval: 200 }).toBeTruthy();
    for (const client of [...clients, atOther]) client.close();
  }, 90_000);
});

describe.skipIf(!ownRedis)('When Redis goes away', () => {
  test('streams continue with what is on record, and are shared again when it is back', async () => {
    const redis = await startRedis();
    const [one, two] = await openTwo(redis.url);
    const runId = await startRun(one);
    const clients = [
      await readRunStream(one.address, runId),
      await readRunStream(two.address, runId),
    ];
    for (const client of clients) await client.until({ type: 'snapshot' });
    await redis.stop();
    const steps = stepRepository(database.db);
    const key = { runId, nodePath: 'price', step: 'tool' };
    await steps.start(key, { kind: 'tool', name: 'get_price', label: 'get_price', attempt: 1 });
    const labels = () => clients.map(({ picture }) => picture?.steps.map(({ label }) => label));
    await expect.poll(labels, { timeout: 15_000 }).toEqual([['get_price'], ['get_price']]);

    const again = await startRedis({ port: Number(new URL(redis.url).port) });
    onTestFinished(() => again.stop());
    let sequence = 0;
    const isShared = () => {
      sequence += 1;
      one.bus.publish(runChannel(runId), delta(runId, sequence));
      const [first, second] = clients.map(({ last }) => last);
      return first === second && clients.every(({ picture }) => picture?.calls['call']);
    };
    await expect.poll(isShared, { timeout: 15_000, interval: 200 }).toBeTruthy();
    for (const client of clients) client.close();
  }, 60_000);
});
