import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Bench } from '../measurement.ts';

const everyMs = 20;

export type HealthSampler = Awaited<ReturnType<typeof startHealthSampler>>;

/**
 * Asks `/health` again and again from a thread of its own: what the bench does beside it, such as to send bodies of megabytes, is
 * not part of the time, and the thread keeps its priority when the bench lowers its own.
 */
export async function startHealthSampler(cleanup: Bench['cleanup'], address: string) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { address } });
  cleanup.add(async () => void (await thread.terminate()));
  await once(thread, 'message');
  return {
    /** Milliseconds that each answer took until something was done. */
    async until(something: Promise<unknown>): Promise<number[]> {
      thread.postMessage('begin', []);
      const end = () => thread.postMessage('end', []);
      something.then(end, end);
      const [samples] = (await once(thread, 'message')) as [number[]];
      return samples;
    },
  };
}

async function serve(address: string): Promise<void> {
  let samples: number[] | undefined;
  parentPort?.on('message', (order: 'begin' | 'end') => {
    if (order === 'end') parentPort?.postMessage(samples, []);
    samples = order === 'begin' ? [] : undefined;
  });
  parentPort?.postMessage('ready', []);
  for (;;) {
    const begin = performance.now();
    const response = await fetch(new URL('/health', address));
    await response.text();
    samples?.push(performance.now() - begin);
    await delay(everyMs);
  }
}

if (!isMainThread) await serve(workerData.address as string);
