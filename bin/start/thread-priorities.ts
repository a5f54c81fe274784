import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A third of the main thread's share of a core, where there are fewer cores than threads that want one. */
const helpersNiceness = 5;

/**
 * Lets the main thread, which answers requests, go before the other threads of this process where all cores are busy: those of
 * the database, of Temporal's client, and of V8's collection of garbage. Threads that they start later follow them. Only on Linux,
 * where each thread has a priority of its own.
 */
export function putMainThreadFirst(): void {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task').map(Number)) {
    if (thread === process.pid) continue;
    try {
      setPriority(thread, helpersNiceness);
    } catch {
      // It has ended meanwhile, or this user may not.
    }
  }
}
