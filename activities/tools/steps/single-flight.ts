/** Work that several wait for at once is done once. */
export type SingleFlight<Answer> = {
  /**
   * Begins the work under a key, or waits for the one that goes on under it.
   * @param signal ends the wait of this caller; the work is stopped when nobody waits for it any more.
   * @returns the answer, and whether another caller had begun the work.
   * @throws what the work threw, or the reason of `signal`.
   */
  join(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<{ answer: Answer; isShared: boolean }>;
  /** Who comes from now on does not wait for what goes on now. */
  forget(): void;
};

type Flight<Answer> = { answer: Promise<Answer>; waiting: number; stop: AbortController };

/** Nothing is kept of work that has ended. */
export function createSingleFlight<Answer>(): SingleFlight<Answer> {
  const flights = new Map<string, Flight<Answer>>();

  function remove(key: string, flight: Flight<Answer>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function begin(key: string, work: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const stop = new AbortController();
    const flight = { answer: work(stop.signal), waiting: 0, stop };
    flights.set(key, flight);
    const end = () => remove(key, flight);
    flight.answer.then(end, end);
    return flight;
  }

  return {
    async join(key, signal, work) {
      signal.throwIfAborted();
      const known = flights.get(key);
      const flight = known ?? begin(key, work);
      flight.waiting += 1;
      const aborted = Promise.withResolvers<never>();
      const onAbort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const answer = await Promise.race([flight.answer, aborted.promise]);
        return { answer, isShared: known !== undefined };
      } finally {
        signal.removeEventListener('abort', onAbort);
        flight.waiting -= 1;
        if (flight.waiting === 0 && signal.aborted) {
          remove(key, flight);
          flight.stop.abort(signal.reason);
        }
      }
    },
    forget: () => flights.clear(),
  };
}
