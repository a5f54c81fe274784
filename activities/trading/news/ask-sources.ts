import { rememberUnreachable } from '../../tool-kit/unreachable.ts';
import type { FailedSource } from './archive.ts';
import type { NewsProgress } from './news.ts';
import { isAwayBy, reasonOf, SourceBusy } from './source-problem.ts';

/** The answers of sources, in the order of the sources. */
export type AskedSources<Answer> = {
  answered: { name: string; answer: Answer }[];
  failed: FailedSource[];
  /** Names of failed sources that are down. */
  away: string[];
};

const unknownProblem = { reason: 'it did not answer', isAway: false };

/**
 * Creates a function that asks several sources at the same time. A failed source is reported with its reason and
 * skipped for a minute, unless it was only busy.
 * @param options.signal cancels the requests; then an error is thrown.
 */
export function createAskSources(now: () => number) {
  const unreachable = rememberUnreachable({ now });
  const problems = new Map<string, { reason: string; isAway: boolean }>();

  return async function askSources<Source extends { name: string }, Answer>(
    sources: readonly Source[],
    options: {
      ask: (source: Source) => Promise<Answer>;
      signal: AbortSignal;
      onProgress?: NewsProgress | undefined;
    },
  ): Promise<AskedSources<Answer>> {
    const { ask, signal, onProgress } = options;
    const asked: AskedSources<Answer> = { answered: [], failed: [], away: [] };
    const note = (source: string, { reason, isAway } = unknownProblem) => {
      asked.failed.push({ source, reason });
      if (isAway) asked.away.push(source);
    };
    const reachable = sources.filter(({ name }) => !unreachable.has(name));
    for (const { name } of sources) {
      if (unreachable.has(name)) note(name, problems.get(name));
    }
    let done = 0;
    await Promise.all(
      reachable.map(async (source) => {
        const { name } = source;
        try {
          asked.answered.push({ name, answer: await ask(source) });
        } catch (error) {
          signal.throwIfAborted();
          const problem = { reason: reasonOf(error), isAway: isAwayBy(error) };
          note(name, problem);
          problems.set(name, problem);
          if (!(error instanceof SourceBusy)) unreachable.add(name);
        }
        onProgress?.(name, (done += 1), reachable.length);
      }),
    );
    const order = (name: string) => sources.findIndex((source) => source.name === name);
    asked.answered.sort((a, b) => order(a.name) - order(b.name));
    asked.failed.sort((a, b) => order(a.source) - order(b.source));
    return asked;
  };
}
