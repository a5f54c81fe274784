import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Starts the command in its arguments and ends it when its own standard input ends, which is what the
 * death of the process at the other end does, SIGKILL too. Its first argument is a file that holds its
 * process group as long as the command lives.
 */
const guardScript = `
record=$1
shift
echo $$ >"$record"
exec 3<&0
"$@" 3<&- </dev/null &
command=$!
(
  cat <&3 >/dev/null
  kill -TERM $command
  for second in 1 2 3 4; do sleep 1; kill -0 $command || exit; done
  kill -KILL $command
) 2>/dev/null &
watch=$!
wait $command
code=$?
rm -f "$record"
kill $watch 2>/dev/null
exit $code
`;

export type GuardedProcess = {
  /** Settles when the command ended, with its exit code, or null when a signal ended its guard. */
  ended: Promise<number | null>;
  /** Asks the command to end, and waits until it did; after a few seconds it is killed. */
  stop(): Promise<void>;
};

/**
 * Runs a command that ends with this process, however this process ends. It has a process group of its
 * own, so that a Ctrl-C in the terminal does not reach it.
 * @param options.output an open file for all that the command writes.
 * @param options.record a file that exists as long as the command lives; see `waitForEnd`.
 * @throws {Error} when there is no POSIX shell.
 */
export async function startGuarded(
  command: readonly [string, ...string[]],
  options: { output: number; record: string },
): Promise<GuardedProcess> {
  const { output, record } = options;
  const child = spawn('/bin/sh', ['-c', guardScript, 'baton-guard', record, ...command], {
    detached: true,
    stdio: ['pipe', output, output],
  }) as ChildProcessByStdio<Writable, null, null>;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(new Error('A POSIX shell is required at /bin/sh. On Windows, use WSL.', { cause }));
    });
  });
  return {
    ended,
    async stop() {
      // Closing the pipe is the one way to end it, whether we ask or die.
      child.stdin.destroy();
      await ended;
    },
  };
}

/** Waits, `timeoutMs` at most, until the guarded command that an earlier process recorded has ended. */
export async function waitForEnd(record: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && groupIsAlive(await recordedGroup(record))) await delay(50);
}

async function recordedGroup(record: string): Promise<number> {
  return Number(await readFile(record, 'utf8').catch(() => '0'));
}

function groupIsAlive(group: number): boolean {
  if (!(group > 1)) return false;
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
