import { expect, test, vi } from 'vitest';
import { keepRunning } from '../../../bin/start/keep-running.ts';

/** A server that ends when it is told to, and waits that take as long as the test lets them. */
async function keep(options: { failures?: (Error | undefined)[] } = {}) {
  const failures = options.failures ?? [];
  const servers: { end: () => void }[] = [];
  const waits: { ms: number; go: () => void }[] = [];
  const onEnd = vi.fn();
  let now = 0;
  const start = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    servers.push({ end });
    return { ended, stop: async () => end(), address: '127.0.0.1:7233' };
  };
  const server = await keepRunning({
    start,
    onEnd,
    now: () => now,
    wait: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        waits.push({ ms, go: resolve });
      }),
  });
  const started = (count: number) => vi.waitFor(() => expect(servers).toHaveLength(count));
  const waited = (count: number) => vi.waitFor(() => expect(waits).toHaveLength(count));
  return {
    server,
    servers,
    waits,
    onEnd,
    started,
    waited,
    pass: (ms: number) => (now += ms),
  };
}

test('a server that ends starts again, later each time', async () => {
  const { server, servers, waits, onEnd, started, waited } = await keep();
  expect(server.address).toBe('127.0.0.1:7233');
  for (let time = 1; time <= 8; time += 1) {
    servers.at(-1)?.end();
    await waited(time);
    waits.at(-1)?.go();
    await started(time + 1);
  }
  expect(waits.map(({ ms }) => ms)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(onEnd).toHaveBeenCalledTimes(8);
  await server.stop();
});

test('one that ran for a minute starts again soon', async () => {
  const { server, servers, waits, started, waited, pass } = await keep();
  for (const time of [1, 2]) {
    servers.at(-1)?.end();
    await waited(time);
    waits.at(-1)?.go();
    await started(time + 1);
  }
  await new Promise(setImmediate);
  pass(60_000);
  servers.at(-1)?.end();
  await waited(3);
  expect(waits.map(({ ms }) => ms)).toEqual([500, 1_000, 500]);
  await server.stop();
});

test('a start that fails is the caller’s at first, and tried again later', async () => {
  const failure = new Error('port in use');
  await expect(keep({ failures: [failure] })).rejects.toBe(failure);

  const { server, servers, waits, onEnd, started, waited } = await keep({
    failures: [undefined, failure],
  });
  servers[0]?.end();
  await waited(1);
  waits[0]?.go();
  await waited(2);
  expect(onEnd.mock.calls).toEqual([[{ waitMs: 500 }], [{ failure, waitMs: 1_000 }]]);
  waits[1]?.go();
  await started(2);
  await server.stop();
});

test('what is stopped stays stopped, also while it waits to start again', async () => {
  const running = await keep();
  await running.server.stop();
  await running.server.ended;
  expect(running.onEnd).not.toHaveBeenCalled();

  const waiting = await keep();
  waiting.servers[0]?.end();
  await waiting.waited(1);
  await waiting.server.stop();
  expect(waiting.servers).toHaveLength(1);
});
