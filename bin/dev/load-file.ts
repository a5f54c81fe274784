import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Loaded } from './load-program.ts';

const program = fileURLToPath(new URL('./load-program.ts', import.meta.url));
const longestMs = 30_000;

/** Runs a file of code anew, and gives what it defines. Never throws. */
export async function loadFile(file: string, signal: AbortSignal): Promise<Loaded> {
  const child = fork(program, [file], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: longestMs,
    signal,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((done) => {
    child.once('message', (loaded) => {
      // What the file has opened, such as a server, would keep it.
      child.kill('SIGKILL');
      done(loaded as Loaded);
    });
    child.once('error', ({ message }) => done(failed(message)));
    child.once('close', (code, ended) => {
      const how =
        ended === 'SIGTERM'
          ? `it takes longer than ${longestMs / 1_000} s`
          : `it ends its process (exit code ${code})`;
      done(failed(said.trim() || how));
    });
  });

  function failed(why: string): Loaded {
    return { problems: [`${file}:1  cannot be loaded: ${why}`] };
  }
}
