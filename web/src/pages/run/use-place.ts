import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMedia } from '../../components/hooks/use-media.ts';
import { runPlaceOf } from './run-search.ts';
import type { RunPlace, RunViewName } from './run-search.ts';

/** From this width on, canvas, timeline and details are side by side. */
const wideWindow = '(min-width: 900px)';

/** What of the run is looked at, and the ways to look at something else. */
export function usePlace() {
  const place: RunPlace = useSearch({ from: '/runs/$runId' });
  const navigate = useNavigate({ from: '/runs/$runId' });
  const isWide = useMedia(wideWindow);
  const go = (next: RunPlace, options: { replace?: boolean } = {}) =>
    // Every part of the page looks after its own scrolling.
    void navigate({ search: next, resetScroll: false, ...options });
  const inside = place.inside !== undefined && { inside: place.inside };
  const moment = place.t !== undefined && { t: place.t };
  const kept = { ...moment, ...inside };
  // In a narrow window each is a view of its own.
  const view = (name: RunViewName) => !isWide && { view: name };
  return {
    place,
    isWide,
    /** Shows the run as a whole in the inspector. */
    clear: () => go({ ...kept, ...(place.view !== undefined && { view: place.view }) }),
    openNode: (at: string) => go({ ...kept, ...view('details'), at }),
    openStep: (at: string, step: string) => go({ ...kept, ...view('details'), at, step }),
    /** Shows the pipeline that a node runs on the canvas; the run's own for the empty path. */
    enter: (path: string) =>
      go({ ...moment, ...view('canvas'), ...(path !== '' && { inside: path }) }),
    /** Puts a moment into the address, or takes it out; one does not go back from moment to moment. */
    keepMoment: (t: number | undefined) =>
      void navigate({
        search: (before) => runPlaceOf({ ...before, t }),
        resetScroll: false,
        replace: true,
      }),
    /** Forgets what was to be open, so that a reload does not open it again. */
    closeDialog: () => {
      const { dialog: _, ...rest } = place;
      go(rest, { replace: true });
    },
    show: (next: RunViewName) => go({ ...place, view: next }, { replace: true }),
  };
}

export type Place = ReturnType<typeof usePlace>;
