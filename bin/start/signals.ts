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
