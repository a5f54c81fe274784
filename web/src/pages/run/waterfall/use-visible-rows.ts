import { useLayoutEffect, useState } from 'react';

/** Rows above and below the visible ones that are drawn too, so that scrolling shows no gap. */
const margin = 10;

/**
 * Which of many rows of one height are in sight, so that only those are drawn.
 * @param scroller what they scroll in, null while it is not drawn.
 */
export function useVisibleRows(
  scroller: HTMLElement | null,
  { count, rowHeight }: { count: number; rowHeight: number },
): { first: number; last: number } {
  const [{ top, height }, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    const look = () => setView({ top: scroller.scrollTop, height: scroller.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - margin),
    last: Math.min(count, Math.ceil((top + height) / rowHeight) + margin),
  };
}
