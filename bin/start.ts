import { readEnvironment } from '../contracts/base/read-environment.ts';
import { startEnvironment } from './start/env.ts';
import { serve } from './start/serve.ts';
import { createShutdown } from './start/shutdown.ts';
import { createRedactor } from '../telemetry/redactor.ts';

/** npm, the launcher and the terminal may all pass one Ctrl-C on: it is one within this time. */
const sameSignalMs = 500;

/**
 * Listens for the requests to stop.
 * @param options.onFirst the first SIGINT, SIGTERM or SIGHUP.
 * @param options.onSecond another one later: the user does not want to wait.
 * @param options.onOrphaned the launcher is gone, without a signal for us.
 */
export function listenForStop(options: {
  onFirst: () => void;
  onSecond: () => void;
  onOrphaned: () => void;
  now?: () => number;
}): void {
  const { onFirst, onSecond, onOrphaned, now = Date.now } = options;
  let first: number | undefined;

  function onSignal(): void {
    if (first === undefined) {
      first = now();
      onFirst();
    } else if (now() - first >= sameSignalMs) {
      onSecond();
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.connected) process.once('disconnect', onOrphaned);
}

/** `baton start`: serves until it is told to stop. A second Ctrl-C ends it at once. */
export async function start(terms: { skipsTime?: boolean } = {}): Promise<void> {
  let stopping = false;
  const shutdown = createShutdown((error) => console.error(`While stopping: ${textOf(error)}`));

  async function end(code: number): Promise<never> {
    stopping = true;
    await shutdown.stop();
    process.exit(code);
  }

  listenForStop({
    onFirst() {
      console.log('\nStopping …');
      void end(0);
    },
    onSecond: () => process.exit(130),
    onOrphaned: () => void end(1),
  });
  const problem = await serveUntilBroken().catch(textOf);
  // What ends because it was stopped is no problem.
  if (stopping) return;
  console.error(createRedactor(process.env).text(problem));
  await end(1);

  async function serveUntilBroken(): Promise<string> {
    const environment = readEnvironment(startEnvironment, process.env);
    const say = (line: string) => console.log(line);
    const { broken } = await serve({ environment, shutdown, say, skipsTime: terms.skipsTime });
    tellLauncher('ready');
    const why = await broken;
    if (!why.canRestart) tellLauncher('final');
    return why.problem;
  }
}

/** What the launcher is told: from `ready` on it starts this again when it ends by itself, after `final` no more. */
function tellLauncher(message: 'ready' | 'final'): void {
  if (process.connected) process.send?.(message);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
