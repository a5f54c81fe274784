/**
 * Counts who waits for a call. When the last of them goes away or gives up before its end, the call is stopped;
 * who asks for it again meanwhile waits until it has.
 * @param stop ends a call. Where it cannot, the call ends by itself.
 * @param isEnd whether an error of waiting is how the call ended.
 */
export function createAttendance(
  stop: (id: string) => Promise<void>,
  isEnd: (error: unknown) => boolean,
) {
  const waiting = new Map<string, number>();
  const stopping = new Map<string, Promise<void>>();

  function leave(id: string, { hasEnded }: { hasEnded: boolean }): void {
    const left = (waiting.get(id) ?? 1) - 1;
    if (left > 0) {
      waiting.set(id, left);
      return;
    }
    waiting.delete(id);
    if (hasEnded) return;
    const stopped = stop(id)
      .catch(() => undefined)
      .then(() => void stopping.delete(id));
    stopping.set(id, stopped);
  }

  return {
    /** Waits for a call by `wait`, which ends when `signal` aborts. */
    async attend<Answer>(
      id: string,
      signal: AbortSignal,
      wait: () => Promise<Answer>,
    ): Promise<Answer> {
      await stopping.get(id);
      signal.throwIfAborted();
      waiting.set(id, (waiting.get(id) ?? 0) + 1);
      let hasEnded = false;
      try {
        const answer = await wait();
        hasEnded = true;
        return answer;
      } catch (error) {
        hasEnded = isEnd(error);
        throw error;
      } finally {
        leave(id, { hasEnded });
      }
    },
  };
}
