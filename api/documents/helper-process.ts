import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answered, Asked } from './process.ts';

/** The process was ended by a signal: V8's own where it is out of memory. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded';
}

const program = fileURLToPath(new URL('./process.ts', import.meta.url));

/**
 * A process of lower priority that does work of a module, one piece after the other. It starts with the first piece, and
 * ends when it has had none for a while.
 * @param options.module its URL.
 * @param options.megabytes the memory that the process may take.
 */
export function createHelperProcess(options: {
  module: string;
  megabytes: number;
  idleMs: number;
}) {
  const { module, megabytes, idleMs } = options;
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function started(): Promise<ChildProcess> {
    if (running) return running;
    const child = fork(program, [module], {
      execArgv: [`--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    running = child;
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
    await answerOf(child);
    return child;
  }

  async function end(): Promise<void> {
    const child = running;
    running = undefined;
    clearTimeout(idle);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // It was idle, and kept nobody from ending: who ends it waits for that.
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  return {
    /**
     * @param signal when it aborts, the process is ended.
     * @throws {ProcessEnded}
     * @throws the signal's reason.
     */
    async run(asked: Asked, signal: AbortSignal): Promise<unknown> {
      clearTimeout(idle);
      const stop = () => void end();
      signal.addEventListener('abort', stop, { once: true });
      try {
        const child = await started();
        child.ref();
        child.channel?.ref();
        child.send(asked);
        const answer = (await answerOf(child)) as Answered;
        if ('error' in answer) throw new Error(answer.error);
        return answer.result;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        // One that has nothing to do keeps nobody from ending.
        running?.unref();
        running?.channel?.unref();
        idle = setTimeout(stop, idleMs).unref();
      }
    },
    end,
  };
}

/** The next message of a process. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number | null, by: NodeJS.Signals | null) =>
    reject(
      by
        ? new ProcessEnded(`The process for documents was ended by ${by}`)
        : new Error(`The process for documents ended with exit code ${code}`),
    );
  child.once('message', resolve);
  child.once('exit', onExit);
  child.once('error', reject);
  try {
    return await promise;
  } finally {
    child.off('message', resolve);
    child.off('exit', onExit);
    child.off('error', reject);
  }
}
