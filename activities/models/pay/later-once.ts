/**
 * Has work done once for all that calls for it within a while: after the while has passed, never at once. What it
 * throws is dropped, as the next call has it done again.
 */
export function laterOnce(work: () => Promise<void>, pauseMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work().catch(() => undefined);
    }, pauseMs).unref();
  };
}
