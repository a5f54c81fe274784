import { ToolError } from '../../tool-kit/tool.ts';

const tickMs = 1_000;

type Task = () => Promise<void>;

/**
 * Does what follows from the market's moving on, such as fills and alerts, again and again while this process runs.
 * Several processes may do so at once.
 * @param options.tasks each waits for its own last round, not for the others.
 * @param options.onError is told of what went wrong, once while it stays the same; a market that does not respond is
 * none of that.
 * @returns a function that stops it, and waits for what is under way.
 */
export function startTradingClock(options: {
  tasks: readonly Task[];
  onError: (error: unknown) => void;
}): () => Promise<void> {
  const stops = options.tasks.map((task) => repeat(tellingOnce(task, options.onError)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function tellingOnce(task: Task, onError: (error: unknown) => void): Task {
  let told: string | undefined;
  return async () => {
    try {
      await task();
      told = undefined;
    } catch (error) {
      if (error instanceof ToolError && error.retryable) return;
      if (String(error) !== told) onError(error);
      told = String(error);
    }
  };
}

function repeat(task: Task): () => Promise<void> {
  let round: Promise<void> | undefined;
  const tick = () => {
    round ??= task().finally(() => {
      round = undefined;
    });
  };
  tick();
  const timer = setInterval(tick, tickMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
