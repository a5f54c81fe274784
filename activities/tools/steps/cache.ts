import { LRUCache } from 'lru-cache';
import { canonicalJson } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { categoryCacheMs } from '../../../contracts/tools/categories.ts';
import type { DescribedTool } from '../../tool-kit/tool.ts';

export type ToolCache = {
  /**
   * The answer that is kept, else that of `work`, which is then kept; equal calls at the same time share one.
   * @param call.revision of the user's records that the answer tells of: one that was kept at another is not given.
   * @param work is given a signal of its own, since it goes on as long as anybody waits for it.
   * @returns `cached` where another call has done the work.
   * @throws what `work` threw, which is not kept, or the reason of `signal`.
   */
  through(
    call: {
      tool: DescribedTool;
      user: string;
      args: unknown;
      /** Up to when anything may be known: an answer as of another time is not given. */
      asOf?: string | undefined;
      revision?: string | undefined;
      signal: AbortSignal;
    },
    work: (signal: AbortSignal) => Promise<Json>,
  ): Promise<{ output: Json; cached: boolean }>;
  /** Forgets everything: something has changed in the world. What goes on now is not kept. */
  clear(): void;
};

const lifetimeOf = (tool: DescribedTool) => tool.cacheMs ?? categoryCacheMs(tool.category);

const defaultBytes = 64 * 1024 * 1024;

/** What an answer takes up: its text, which is two bytes a character at most, beside what is small. */
const sizeOf = ({ output }: { output: Json }, key: string) =>
  2 * (key.length + (JSON.stringify(output)?.length ?? 0)) + 1;

/**
 * Answers of tools in this process, for as long as their category allows.
 * @param options.maxBytes of all answers together; those that were not asked for the longest go first, and one that is
 *   larger by itself is not kept. @default 64 MiB
 */
export function createToolCache({ maxBytes = defaultBytes } = {}): ToolCache {
  const entries = new LRUCache<string, { output: Json }>({
    max: 1000,
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    // Looked up at each call, so that a fake clock counts.
    perf: { now: () => performance.now() },
  });
  const flights = createSingleFlight<Json>();
  let changes = 0;

  return {
    async through({ tool, user, args, asOf = '', revision = '', signal }, work) {
      const ttl = lifetimeOf(tool);
      if (tool.sideEffect || ttl <= 0) return { output: await work(signal), cached: false };
      const key = canonicalJson([tool.id, user, args, asOf, revision]);
      const known = entries.get(key);
      if (known) return { output: known.output, cached: true };
      const { answer, isShared } = await flights.join(key, signal, async (shared) => {
        const before = changes;
        const output = await work(shared);
        if (changes === before) entries.set(key, { output }, { ttl });
        return output;
      });
      return { output: answer, cached: isShared };
    },
    clear() {
      changes += 1;
      entries.clear();
      flights.forget();
    },
  };
}

/** Work that several wait for at once is done once. */
type SingleFlight<Answer> = {
  /**
   * Begins the work under a key, or waits for the one that goes on under it.
   * @param signal ends the wait of this caller; the work is stopped when nobody waits for it any more.
   * @returns the answer, and whether another caller had begun the work.
   * @throws what the work threw, or the reason of `signal`.
   */
  join(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<{ answer: Answer; isShared: boolean }>;
  /** Who comes from now on does not wait for what goes on now. */
  forget(): void;
};

type Flight<Answer> = { answer: Promise<Answer>; waiting: number; stop: AbortController };

/** Nothing is kept of work that has ended. */
export function createSingleFlight<Answer>(): SingleFlight<Answer> {
  const flights = new Map<string, Flight<Answer>>();

  function remove(key: string, flight: Flight<Answer>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function begin(key: string, work: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const stop = new AbortController();
    const flight = { answer: work(stop.signal), waiting: 0, stop };
    flights.set(key, flight);
    const end = () => remove(key, flight);
    flight.answer.then(end, end);
    return flight;
  }

  return {
    async join(key, signal, work) {
      signal.throwIfAborted();
      const known = flights.get(key);
      const flight = known ?? begin(key, work);
      flight.waiting += 1;
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const answer = await Promise.race([flight.answer, aborted.promise]);
        return { answer, isShared: known !== undefined };
      } finally {
        signal.removeEventListener('abort', onAbort);
        flight.waiting -= 1;
        if (flight.waiting === 0 && signal.aborted) {
          remove(key, flight);
          flight.stop.abort(signal.reason);
        }
      }
    },
    forget: () => flights.clear(),
  };
}
