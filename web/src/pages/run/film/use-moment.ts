import { useEffect, useRef, useState } from 'react';
import { useRunContext } from '../run-context.ts';

/** After so long at one moment it is in the address. */
const settledMs = 300;

/**
 * The moment that is looked at: the one in the address, or another one until that is there.
 * @param start when the run began, from which the address counts
 */
export function useMoment(start: number) {
  const { place, keepMoment } = useRunContext();
  const momentOf = (t: number | undefined) => (t === undefined ? undefined : start + t);
  const [moment, setMoment] = useState(() => momentOf(place.t));
  const written = useRef(place.t);
  const keep = useRef(keepMoment);
  keep.current = keepMoment;

  const t = moment === undefined ? undefined : Math.max(0, Math.round(moment - start));
  useEffect(() => {
    if (t === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = t;
      keep.current(t);
    }, settledMs);
    return () => clearTimeout(timer);
  }, [t]);

  // Whoever goes back or follows a link comes to another moment.
  useEffect(() => {
    if (place.t === written.current) return;
    written.current = place.t;
    setMoment(momentOf(place.t));
  }, [place.t]);
  return [moment, setMoment] as const;
}
