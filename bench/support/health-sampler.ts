import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const everyMs = 20;

/**
 * Milliseconds that `/health` took, asked again and again until something is done. It is asked from a thread of its own: the
 * bench's own work, such as to send bodies of megabytes, is not part of the time.
 */
export async function healthWhile(address: string, something: Promise<unknown>): Promise<number[]> {
  const sampler = new Worker(new URL(import.meta.url), { workerData: { address } });
  const { promise, resolve, reject } = Promise.withResolvers<number[]>();
  sampler.once('message', resolve).once('error', reject);
  const end = () => sampler.postMessage('end', []);
  something.then(end, end);
  return promise;
}

async function sample(address: string): Promise<number[]> {
  const samples: number[] = [];
  const over = new AbortController();
  parentPort?.once('message', () => over.abort());
  do {
    const begin = performance.now();
    const response = await fetch(new URL('/health', address));
    await response.text();
    samples.push(performance.now() - begin);
    await delay(everyMs);
  } while (!over.signal.aborted);
  return samples;
}

if (!isMainThread) parentPort?.postMessage(await sample(workerData.address as string), []);
