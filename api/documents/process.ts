import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

// A process that does what its parent asks for, one after the other, and ends with it.

/** What the parent asks for: a function of the module that this process was started with. */
export type Asked = { name: string; given: unknown };
export type Answered = { result: unknown } | { error: string };

const niceness = 10;

/** Where all cores are busy, what answers requests goes first, also before the threads that collect garbage here. */
function giveWay(): void {
  try {
    // On Linux each thread has a priority of its own.
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
  } catch {
    setPriority(niceness);
  }
}

giveWay();
const work = (await import(process.argv[2]!)) as Record<string, (given: unknown) => unknown>;
process.on('message', async ({ name, given }: Asked) => {
  const answer: Answered = await Promise.resolve(given)
    .then(work[name]!)
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error: String(error) }),
    );
  process.send?.(answer);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
