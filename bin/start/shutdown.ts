/** Things to stop, the last started first. */
export type Shutdown = {
  /** Adds what was just started. */
  add(stop: () => Promise<unknown> | unknown): void;
  /** Stops all, once, however often it is asked; one that fails does not keep the others running. */
  stop(): Promise<void>;
};

/** @param onError is told what could not be stopped cleanly. */
export function createShutdown(onError: (error: unknown) => void): Shutdown {
  const stops: (() => Promise<unknown> | unknown)[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      try {
        await stop();
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    add: (stop) => stops.push(stop),
    stop: () => (stopping ??= stopAll()),
  };
}
