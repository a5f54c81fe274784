import { labelWidth, timeRoom } from './measures.ts';
import type { TimeScale } from '../film/time-scale.ts';
import { useShowing } from '../film/film-context.ts';

/** Where the film stands in the timeline; what comes later is pale. */
export function Playhead({ scale }: { scale: TimeScale }) {
  const { moment } = useShowing();
  if (moment === undefined) return null;
  return (
    <div
      aria-hidden
      data-playhead
      className="pointer-events-none absolute inset-y-0 z-10"
      style={{ left: labelWidth, right: timeRoom }}
    >
      <div
        className="absolute inset-y-0 border-l-2 border-accent bg-surface/65"
        style={{ left: `${scale.at(moment) * 100}%`, right: -timeRoom }}
      />
    </div>
  );
}
