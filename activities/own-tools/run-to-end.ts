import { execFile } from 'node:child_process';

/**
 * Runs a Node program in a process of its own.
 * @returns what it printed, whatever its exit code; undefined where it was ended before it came to one.
 */
export function runToEnd(
  args: readonly string[],
  options: { cwd: string; timeoutMs: number; signal?: AbortSignal },
): Promise<string | undefined> {
  const { cwd, timeoutMs, signal } = options;
  const limits = { cwd, timeout: timeoutMs, maxBuffer: 4_000_000, ...(signal && { signal }) };
  return new Promise((done) => {
    execFile(process.execPath, args, limits, (error, stdout) => {
      const isAtItsEnd = error === null || typeof error.code === 'number';
      done(isAtItsEnd ? stdout : undefined);
    });
  });
}
