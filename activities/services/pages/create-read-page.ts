import { Worker } from 'node:worker_threads';
import { bulkhead } from 'cockatiel';
import { UnreadablePage } from './page.ts';
import type { Page, PageSource, ReadPage } from './page.ts';
import type { FromWorker } from './page-worker.ts';

/** Loading the parser takes a while where the machine is busy. */
const loadMs = 30_000;
/** Threads that are kept for later pages. */
const mostIdle = 2;
/** Pages that wait for a thread. */
const mostWaiting = 100;

type Thread = { worker: Worker; ready: Promise<void> };

/**
 * Reads each page in a thread, which is ended where the page takes too much time or memory: activities of the process go
 * on meanwhile. A thread that has read its page is kept for another.
 * @param options.mostAtOnce pages that are read at once: each may take `memoryMb`.
 */
export function createReadPage({
  timeoutMs = 8_000,
  memoryMb = 256,
  mostAtOnce = 4,
} = {}): ReadPage {
  const idle: Thread[] = [];
  const slots = bulkhead(mostAtOnce, mostWaiting);

  function startThread(): Thread {
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    // An idle thread keeps no process alive; one that dies while it is idle is left out.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      const place = idle.findIndex((thread) => thread.worker === worker);
      if (place >= 0) idle.splice(place, 1);
    });
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    worker.once('message', () => resolve());
    return { worker, ready };
  }

  async function read(source: PageSource, signal: AbortSignal): Promise<Page> {
    signal.throwIfAborted();
    const thread = idle.pop() ?? startThread();
    thread.worker.ref();
    try {
      const page = await readIn(thread, { source, signal, timeoutMs });
      if (idle.length >= mostIdle) void thread.worker.terminate();
      else idle.push(thread);
      return page;
    } catch (error) {
      void thread.worker.terminate();
      throw error;
    } finally {
      thread.worker.unref();
    }
  }

  return (source, signal) => slots.execute(() => read(source, signal), signal);
}

async function readIn(
  { worker, ready }: Thread,
  { source, signal, timeoutMs }: { source: PageSource; signal: AbortSignal; timeoutMs: number },
): Promise<Page> {
  const { promise, resolve, reject } = Promise.withResolvers<Page>();
  // Where it ends before it is ready nobody waits for it yet.
  promise.catch(() => undefined);
  const stop = (message: string) => () => reject(new UnreadablePage(message));
  const onAbort = () => reject(signal.reason as Error);
  const onError = (error: NodeJS.ErrnoException) =>
    stop(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'The page needs too much memory.'
        : `It is not a valid page (${error.name}).`,
    )();
  const onExit = stop('It could not be read.');
  const onMessage = (message: FromWorker) => {
    if (message === 'ready') return;
    if ('page' in message) resolve(message.page);
    else stop(`It is not a valid page (${message.problem}).`)();
  };
  let late = setTimeout(stop('The parser could not be loaded in time.'), loadMs);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', onMessage).once('error', onError).once('exit', onExit);
  try {
    await Promise.race([ready, promise]);
    clearTimeout(late);
    late = setTimeout(stop(`It took longer than ${timeoutMs / 1_000} s to read.`), timeoutMs);
    worker.postMessage(source, []);
    return await promise;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}
