import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Context } from '../client/context.ts';
import { CommandError, ServerNotRunning } from '../client/errors.ts';
import { serverAddress } from '../client/settings.ts';
import { isBuilt } from '../built.ts';

const program = fileURLToPath(new URL(isBuilt ? '../main.js' : '../main.ts', import.meta.url));
const answerMs = 2_000;

export type DevServer = {
  /** Settles when a server that was started here ends by itself, with how. */
  ended: Promise<string>;
  /** Stops it where it was started here. */
  stop(): Promise<void>;
};

/**
 * The Baton that answers at the usual address; where none does, one that is started.
 * @throws {ServerNotRunning} where `BATON_URL` names one that does not answer.
 * @throws {CommandError} where it does not start; it has said why.
 */
export async function openDevServer(context: Context, signal: AbortSignal): Promise<DevServer> {
  const address = serverAddress(context.env);
  if (await answers(address)) {
    context.print(`Using the Baton at ${address}.`);
    return { ended: new Promise(() => {}), stop: async () => {} };
  }
  if (context.env['BATON_URL']) throw new ServerNotRunning(address);
  // In a group of its own: Ctrl-C is for this process, which passes it on. When this process ends otherwise, it sees that.
  const child = fork(program, ['start'], {
    execArgv: [],
    detached: true,
    env: context.env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit').then(([code, by]) => String(by ?? `exit code ${code}`));
  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exit;
  }
  const ready = new Promise<void>((done) => {
    child.on('message', (told) => told === 'ready' && done());
  });
  const interrupted = new Promise<void>((done) =>
    signal.addEventListener('abort', () => done(), { once: true }),
  );
  const how = await Promise.race([ready, interrupted, exit]);
  if (how !== undefined) throw new CommandError(`Baton did not start (${how}).`);
  return { ended: exit, stop };
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(`${address}/health`, { signal: AbortSignal.timeout(answerMs) });
    return true;
  } catch {
    return false;
  }
}
