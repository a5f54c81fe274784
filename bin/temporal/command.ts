import { execFile } from 'node:child_process';

/**
 * Runs a program to its end and gives what it wrote to its standard output.
 * @param options.signal kills it; the promise is settled once it has ended.
 * @throws {Error} when it is not there, fails, or takes longer than `timeoutMs`; the message holds the
 * last line that it wrote to its standard error.
 */
export function runCommand(
  program: string,
  args: readonly string[],
  options: { timeoutMs: number; environment?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<string> {
  const { timeoutMs, environment, signal } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      {
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        env: { ...process.env, ...environment },
        maxBuffer: 16 * 1024 * 1024,
      },
      (error, output, errorOutput) => {
        signal?.removeEventListener('abort', stop);
        if (!error) return resolve(output);
        const why = signal?.aborted
          ? `${program} was stopped`
          : problem(program, error, errorOutput, timeoutMs);
        reject(new Error(why, { cause: error }));
      },
    );
    // Unlike with a signal of `execFile`, what comes next may rely on it that the program is gone.
    const stop = () => child.kill('SIGKILL');
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
    child.stdin?.end();
  });
}

function problem(
  program: string,
  error: Error & { code?: unknown; killed?: boolean },
  errorOutput: string,
  timeoutMs: number,
): string {
  if (error.code === 'ENOENT') return `${program} is not on PATH`;
  if (error.killed) return `${program} took longer than ${timeoutMs / 1000} s`;
  const lastLine = errorOutput.trim().split('\n').at(-1);
  return `${program} failed: ${lastLine || `exit code ${String(error.code)}`}`;
}
