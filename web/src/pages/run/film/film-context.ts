import { createContext, use } from 'react';
import type { TimeScale } from './time-scale.ts';
import type { Mark } from './marks.ts';

/** A run as a film: where it stands, and the ways to another moment. */
export type Showing = {
  /** In milliseconds since the epoch; undefined for the run as it is. */
  moment: number | undefined;
  scale: TimeScale;
  marks: Mark[];
  /** When anything changed, in order. */
  moments: number[];
  isPlaying: boolean;
  speed: number;
  seek: (moment: number | undefined) => void;
  play: () => void;
  pause: () => void;
  setSpeed: (speed: number) => void;
};

export const FilmContext = createContext<Showing | undefined>(undefined);

export function useShowing(): Showing {
  const showing = use(FilmContext);
  if (!showing) throw new Error('This component can be used only where a run is shown as a film.');
  return showing;
}
