import { createContext, use, useEffect, useState } from 'react';

/** The time that counts as now for what is shown as it was then; undefined where the time goes on. */
export const StoppedClock = createContext<number | undefined>(undefined);

/** The time in milliseconds, anew every second while something goes on. */
export function useNow(isGoing: boolean): number {
  const stopped = use(StoppedClock);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isGoing || stopped !== undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isGoing, stopped]);
  return stopped ?? now;
}
