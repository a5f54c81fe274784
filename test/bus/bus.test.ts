import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Bus } from '../../bus/bus.ts';
import { createBus } from '../../bus/create-bus.ts';
import type { StreamEvent } from '../../contracts/runs/events.ts';
import { ownRedis, redisMissing, startRedis } from '../support/redis.ts';
import type { TestRedis } from '../support/redis.ts';

const event = (sequence: number): StreamEvent => ({
  type: 'text-delta',
  text: `part ${sequence} 😀`,
  callId: 'call-1',
  sequence,
});

const failOn = (error: unknown) => {
  throw error;
};

function openBus(environment: { REDIS_URL?: string }, onError: (error: unknown) => void = failOn) {
  const bus = createBus(environment, onError);
  onTestFinished(() => bus.close());
  return bus;
}

/** What is heard of a channel, and the way to stop. */
async function listen(bus: Bus, channel: string) {
  const heard: StreamEvent[] = [];
  const stop = await bus.subscribe(channel, (one) => void heard.push(one));
  return { heard, stop };
}

/** Publishes until it is heard, since a connection may still be opening. */
async function publishUntilHeard(publisher: Bus, subscriber: Bus, channel: string) {
  const probe = await listen(subscriber, channel);
  await vi.waitFor(() => {
    publisher.publish(channel, event(0));
    expect(probe.heard.length).toBeGreaterThan(0);
  });
  probe.stop();
}

let redis: TestRedis | undefined;
beforeAll(async () => {
  if (redisMissing === '') redis = await startRedis();
});
afterAll(() => redis?.stop());

const kinds = [
  { name: 'in one process', missing: '', environment: () => ({}) },
  {
    name: 'over Redis',
    missing: redisMissing,
    environment: () => ({ REDIS_URL: redis?.url ?? '' }),
  },
];

describe.each(kinds)('The bus $name $missing', ({ missing, environment }) => {
  test.skipIf(missing)('brings events to all who listen on a channel, in order', async () => {
    const bus = openBus(environment());
    await publishUntilHeard(bus, bus, 'warm-up');
    const [first, second] = [await listen(bus, 'run:1'), await listen(bus, 'run:1')];
    const other = await listen(bus, 'run:2');
    for (const sequence of [1, 2, 3]) bus.publish('run:1', event(sequence));
    await vi.waitFor(() => expect(second.heard).toEqual([event(1), event(2), event(3)]));
    expect(first.heard).toEqual(second.heard);
    expect(other.heard).toEqual([]);
  });

  test.skipIf(missing)('leaves alone who stopped, and goes on for the others', async () => {
    const bus = openBus(environment());
    await publishUntilHeard(bus, bus, 'warm-up');
    const heard: StreamEvent[] = [];
    const hear = (one: StreamEvent) => void heard.push(one);
    const [stop, stopAgain] = [
      await bus.subscribe('run:3', hear),
      await bus.subscribe('run:3', hear),
    ];
    stop();
    stop();
    bus.publish('run:3', event(1));
    await vi.waitFor(() => expect(heard).toEqual([event(1)]));
    stopAgain();
    const later = await listen(bus, 'run:3');
    bus.publish('run:3', event(2));
    await vi.waitFor(() => expect(later.heard).toEqual([event(2)]));
    expect(heard).toEqual([event(1)]);
  });

  test.skipIf(missing)('survives a listener that throws, and logs it', async () => {
    const errors: unknown[] = [];
    const bus = openBus(environment(), (error) => errors.push(error));
    await publishUntilHeard(bus, bus, 'warm-up');
    await bus.subscribe('run:4', () => {
      throw new Error('a broken page');
    });
    const { heard } = await listen(bus, 'run:4');
    bus.publish('run:4', event(1));
    await vi.waitFor(() => expect(heard).toEqual([event(1)]));
    expect(errors).toEqual([new Error('a broken page')]);
  });

  test.skipIf(missing)(
    'publishes without an error when nobody listens, also after it is closed',
    async () => {
      const bus = createBus(environment(), failOn);
      bus.publish('run:5', event(1));
      await bus.close();
      bus.publish('run:5', event(2));
    },
  );
});

describe.skipIf(redisMissing)(`Between processes ${redisMissing}`, () => {
  test('an event that one publishes is heard in the other', async () => {
    const [worker, api] = [openBus({ REDIS_URL: redis!.url }), openBus({ REDIS_URL: redis!.url })];
    await publishUntilHeard(worker, api, 'warm-up');
    const { heard } = await listen(api, 'call:1');
    worker.publish('call:1', event(1));
    await vi.waitFor(() => expect(heard).toEqual([event(1)]));
  });

  test('a channel is subscribed once, and no longer when the last has stopped', async () => {
    const bus = openBus({ REDIS_URL: redis!.url });
    const watcher = new Redis(redis!.url);
    onTestFinished(() => watcher.disconnect());
    const subscribers = () => watcher.pubsub('NUMSUB', 'baton:bus:run:6');
    const [first, second] = [await listen(bus, 'run:6'), await listen(bus, 'run:6')];
    expect(await subscribers()).toEqual(['baton:bus:run:6', 1]);
    first.stop();
    expect(await subscribers()).toEqual(['baton:bus:run:6', 1]);
    second.stop();
    await vi.waitFor(async () => expect(await subscribers()).toEqual(['baton:bus:run:6', 0]));
  });

  test('a message that is not an event is logged and skipped', async () => {
    const errors: unknown[] = [];
    const bus = openBus({ REDIS_URL: redis!.url }, (error) => errors.push(error));
    const { heard } = await listen(bus, 'run:7');
    const stranger = new Redis(redis!.url);
    onTestFinished(() => stranger.disconnect());
    await stranger.publish('baton:bus:run:7', 'not JSON');
    await stranger.publish('baton:bus:run:7', JSON.stringify(event(1)));
    await vi.waitFor(() => expect(heard).toEqual([event(1)]));
    expect(errors).toEqual([expect.any(SyntaxError)]);
  });
});

describe.skipIf(!ownRedis)('When Redis goes away', () => {
  test('publishing is quiet, subscribing says so, and both come back with it', async () => {
    const own = await startRedis();
    const port = Number(new URL(own.url).port);
    const errors: unknown[] = [];
    const bus = openBus({ REDIS_URL: own.url }, (error) => errors.push(error));
    await publishUntilHeard(bus, bus, 'warm-up');
    const { heard } = await listen(bus, 'run:8');

    await own.stop();
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0));
    bus.publish('run:8', event(1));
    await expect(bus.subscribe('run:9', () => {})).rejects.toThrow('Redis does not respond');

    const again = await startRedis({ port });
    onTestFinished(() => again.stop());
    await vi.waitFor(
      () => {
        bus.publish('run:8', event(2));
        expect(heard).toContainEqual(event(2));
      },
      { timeout: 10_000 },
    );
    expect(heard).not.toContainEqual(event(1));
    const { heard: later } = await listen(bus, 'run:9');
    bus.publish('run:9', event(3));
    await vi.waitFor(() => expect(later).toEqual([event(3)]));
  });
});
