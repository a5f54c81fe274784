import type { PlannerQuestion, PlannerReply } from './planner-messages.ts';
import { Worker } from 'node:worker_threads';
import type { Json } from '../../contracts/base/json.ts';

/** Why a file of a planner gave nothing, and where in it. */
export class PlannerFailed extends Error {
  override readonly name = 'PlannerFailed';
  readonly place: { line: number; column: number };

  constructor(message: string, place = { line: 1, column: 1 }) {
    super(message);
    this.place = place;
  }
}

const thread = new URL('./planner-thread.ts', import.meta.url);
/** A planner that takes more, in megabytes, is ended; Baton is not. */
const memory = { maxOldGenerationSizeMb: 256 };

/**
 * Asks the user's own code in a thread of its own: whatever it does, whether it throws late, never ends or takes all memory,
 * it stops there.
 * @returns what it planned, as JSON; undefined where it was only to be loaded.
 * @throws {PlannerFailed} as soon as the time is up, or the signal aborts.
 */
export async function askPlanner(
  question: PlannerQuestion,
  signal?: AbortSignal,
): Promise<Json | undefined> {
  const worker = new Worker(thread, { workerData: question, resourceLimits: memory });
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    const reply = await new Promise<PlannerReply>((resolve, reject) => {
      const fail = (why: string) => reject(new PlannerFailed(why));
      worker.once('message', resolve);
      worker.once('error', (error) => fail(`it crashed: ${textOf(error)}`));
      worker.once('exit', () =>
        fail('it ended without an answer: it waits for a promise that never settles, or it exits'),
      );
      const seconds = Math.round(question.timeMs / 1000);
      timer = setTimeout(() => fail(`it exceeded its limit of ${seconds} s`), question.timeMs);
      abort = () => fail('it was stopped');
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
    });
    if ('planned' in reply) return reply.planned;
    throw new PlannerFailed(reply.problem, reply);
  } finally {
    clearTimeout(timer);
    if (abort) signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
