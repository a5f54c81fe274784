import { useEffect, useMemo, useRef } from 'react';
import { useRunContext } from '../run-context.ts';
import type { Row } from './rows.ts';
import { useShowing } from '../film/film-context.ts';
import { lastUntil } from '../film/film.ts';

const ofPeople = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Keeps in sight what began last before the moment that is shown. Of a run that goes on that is what goes on now, until a
 * person looks at something else.
 */
export function useFollowedRow(
  rows: Row[],
  scroller: HTMLElement | null,
  bringIntoView: (index: number) => void,
): void {
  const { hasEnded, place } = useRunContext();
  const { moment } = useShowing();
  const order = useMemo(
    () => rows.map(({ start }, index) => ({ start, index })).toSorted((a, b) => a.start - b.start),
    [rows],
  );
  const isLeft = useRef(false);
  useEffect(() => {
    const leave = () => {
      isLeft.current = true;
    };
    for (const name of ofPeople) scroller?.addEventListener(name, leave, { passive: true });
    return () => {
      for (const name of ofPeople) scroller?.removeEventListener(name, leave);
    };
  }, [scroller]);

  const isFollowed = moment !== undefined || (!hasEnded && place.at === undefined);
  useEffect(() => {
    if (moment !== undefined) isLeft.current = false;
    if (!isFollowed || isLeft.current) return;
    const last = lastUntil(moment ?? Infinity, order.length, (at) => order[at]!.start);
    bringIntoView(order[last]?.index ?? -1);
  }, [moment, order, isFollowed, scroller]);
}
