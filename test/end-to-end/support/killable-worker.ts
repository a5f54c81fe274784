import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { StoreRun, WorkerTerms } from './agent-worker.ts';

const program = new URL('./agent-worker.ts', import.meta.url);

/** A worker as a process of its own, that can be killed at any moment and started again. */
export async function startKillableWorker(terms: WorkerTerms) {
  let child = await launch();
  onTestFinished(() => kill());

  async function launch(): Promise<ChildProcess> {
    const started = fork(program, { stdio: 'inherit' });
    await told(started, 'awake');
    started.send(terms);
    await told(started, 'ready');
    return started;
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended();
  }

  /** Waits until the worker has ended, by itself or not. */
  async function ended(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => child.once('exit', resolve));
  }

  return {
    kill,
    ended,
    async restart(): Promise<void> {
      child = await launch();
    },
    async store(run: StoreRun): Promise<void> {
      const stored = told(child, 'stored');
      child.send(run);
      await stored;
    },
  };
}

function told(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (said) => said === word && resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)));
  });
}
