import { useEffect, useState } from 'react';

/** The time in milliseconds, anew every second while something goes on. */
export function useNow(isGoing: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isGoing]);
  return now;
}
