import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMedia } from '../../components/hooks/use-media.ts';
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
  // In a narrow window each is a view of its own.
  const view = (name: RunViewName) => !isWide && { view: name };
  return {
    place,
    isWide,
    /** Shows the run as a whole in the inspector. */
    clear: () => go({ ...inside, ...(place.view !== undefined && { view: place.view }) }),
    openNode: (at: string) => go({ ...inside, ...view('details'), at }),
    openStep: (at: string, step: string) => go({ ...inside, ...view('details'), at, step }),
    /** Shows the pipeline that a node runs on the canvas; the run's own for the empty path. */
    enter: (path: string) => go({ ...view('canvas'), ...(path !== '' && { inside: path }) }),
    /** Forgets what was to be open, so that a reload does not open it again. */
    closeDialog: () => {
      const { dialog: _, ...rest } = place;
      go(rest, { replace: true });
    },
    show: (next: RunViewName) => go({ ...place, view: next }, { replace: true }),
  };
}

export type Place = ReturnType<typeof usePlace>;
