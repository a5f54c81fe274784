import { Worker } from 'node:worker_threads';
import type { Json } from '../../contracts/base/json.ts';
import type { OwnToolSpec } from '../../contracts/own-tool.ts';
import type { Network } from '../network/network.ts';
import type { FromThread, OwnCall, ThreadError, ToThread, OwnRequest } from './messages.ts';
import { bodyText } from '../network/body-text.ts';
import { NetworkError } from '../network/network-error.ts';

type Reply =
  | Omit<Extract<ToThread, { type: 'answer' }>, 'request'>
  | Omit<Extract<ToThread, { type: 'unanswered' }>, 'request'>;

const longestMs = 120_000;
const mostBytes = 10_000_000;

/** Sends what a tool of the user's own wants to be sent, through the guarded client. Never throws. */
async function answerRequest(
  network: Pick<Network, 'send'>,
  { url, headers = {}, timeoutMs = 15_000, maximumBytes = 1_000_000, ...wanted }: OwnRequest,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const answer = await network.send(new URL(url), {
      ...wanted,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      timeoutMs: Math.min(timeoutMs, longestMs),
      maximumBytes: Math.min(maximumBytes, mostBytes),
      signal,
    });
    const { status, url: from, headers: answered } = answer;
    const text = bodyText(answer);
    return { type: 'answer', answer: { status, url: from, headers: answered, text } };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const retryable = error instanceof NetworkError && error.isTransient;
    return { type: 'unanswered', error: { kind: 'told', name, message, retryable } };
  }
}

/** A call that failed in the thread of its tool, or with it. */
export class OwnToolFailed extends Error {
  override readonly name = 'OwnToolFailed';
  readonly details: ThreadError;
  constructor(details: ThreadError) {
    super(details.message);
    this.details = details;
  }
}

/** A file that gave no tool, and where in it that is, where it is known. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed';
  readonly place: { path: string; fix?: string; line?: number; column?: number };
  constructor(message: string, place: LoadFailed['place'] = { path: '' }) {
    super(message);
    this.place = place;
  }
}

export type ToolThread = {
  spec: OwnToolSpec;
  /** Whether it can take calls: it cannot after it has crashed or was stopped. */
  isAlive(): boolean;
  /** @throws {OwnToolFailed} */
  call(
    call: OwnCall,
    options: { signal: AbortSignal; progress: (message: string, fraction?: number) => void },
  ): Promise<Json>;
  /** Ends it; calls that run fail. */
  stop(): Promise<void>;
  /** Ends it after the calls that run. */
  retire(): void;
};

const thread = new URL('./tool-thread.ts', import.meta.url);
/** A tool that takes more, in megabytes, is ended; Baton is not. */
const memory = { maxOldGenerationSizeMb: 256 };
/** What every program may know; a tool is given its own settings with each call. */
const sharedVariables = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TZ'];
/** How long a handler has after its signal has aborted. */
const graceMs = 1_000;

type Running = PromiseWithResolvers<Json> & Pick<Parameters<ToolThread['call']>[1], 'progress'>;

/**
 * Loads a file of a tool in a thread of its own: whatever its code does, whether it never ends or takes all memory, it
 * stops there.
 * @throws {LoadFailed} also when it is not loaded in time.
 */
export async function openToolThread(options: {
  url: string;
  loadMs: number;
  network: Pick<Network, 'send'>;
}): Promise<ToolThread> {
  const { url, loadMs, network } = options;
  const env = Object.fromEntries(
    sharedVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const worker = new Worker(thread, { workerData: { url }, resourceLimits: memory, env });
  const calls = new Map<number, Running>();
  const loaded = Promise.withResolvers<OwnToolSpec>();
  const stopping = new AbortController();
  let isAlive = true;
  let isRetired = false;
  let last = 0;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  const say = (message: ToThread) => worker.postMessage(message);

  function settle(id: number, finish: (running: Running) => void): void {
    const running = calls.get(id);
    calls.delete(id);
    if (running) finish(running);
    if (calls.size === 0) worker.unref();
    if (isRetired && calls.size === 0) void worker.terminate();
  }

  function end(why: string): void {
    isAlive = false;
    stopping.abort();
    loaded.reject(new LoadFailed(why));
    const error = { kind: 'ended' as const, name: 'Error', message: why, retryable: true };
    for (const { reject } of calls.values()) reject(new OwnToolFailed(error));
    calls.clear();
  }

  worker.on('message', (message: FromThread) => {
    if (message.type === 'loaded') loaded.resolve(message.tool);
    else if (message.type === 'problem') loaded.reject(new LoadFailed(message.message, message));
    else if (message.type === 'progress') {
      calls.get(message.id)?.progress(message.message, message.fraction);
    } else if (message.type === 'request') {
      const { request, wanted } = message;
      void answerRequest(network, wanted, stopping.signal).then((reply) =>
        say({ ...reply, request }),
      );
    } else if (message.type === 'done')
      settle(message.id, ({ resolve }) => resolve(message.output));
    else settle(message.id, ({ reject }) => reject(new OwnToolFailed(message.error)));
  });
  worker.on('error', (error) => end(`it crashed: ${textOf(error)}`));
  worker.on('exit', () => end('its thread stopped'));

  const timer = setTimeout(
    () => loaded.reject(new LoadFailed(`it was not loaded within ${loadMs / 1_000} s`)),
    loadMs,
  );
  try {
    const spec = await loaded.promise;
    worker.unref();
    return {
      spec,
      isAlive: () => isAlive,
      async call(call, { signal, progress }) {
        const id = (last += 1);
        const running = { ...Promise.withResolvers<Json>(), progress };
        calls.set(id, running);
        worker.ref();
        let late: NodeJS.Timeout | undefined;
        const abort = () => {
          if (isAlive) say({ type: 'abort', id });
          late = setTimeout(() => {
            end('it did not stop at its time limit and was terminated');
            void worker.terminate();
          }, graceMs);
        };
        if (isAlive) say({ type: 'call', id, call });
        else end('its thread had stopped');
        if (signal.aborted) abort();
        signal.addEventListener('abort', abort);
        try {
          return await running.promise;
        } finally {
          clearTimeout(late);
          signal.removeEventListener('abort', abort);
        }
      },
      async stop() {
        end('Baton is stopping');
        await worker.terminate();
      },
      retire() {
        isRetired = true;
        if (calls.size === 0) void worker.terminate();
      },
    };
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
