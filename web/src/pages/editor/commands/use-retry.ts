import { useEffect, useRef } from 'react';

const everyMs = 2_000;

/** Does something again and again for as long as it is waited for. */
export function useRetry(isWaiting: boolean, attempt: () => void): void {
  const latest = useRef(attempt);
  useEffect(() => {
    latest.current = attempt;
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
