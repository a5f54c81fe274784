import { useEffect, useRef, useState } from 'react';
import type { TimeScale } from './time-scale.ts';

/** How many times as fast as it went. */
export const speeds = [0.25, 1, 4, 16, 60] as const;

type Playing = {
  scale: TimeScale;
  /** The moment that is shown. */
  moment: number | undefined;
  /** Shows another one; undefined for the end. */
  show: (moment: number | undefined) => void;
};

/**
 * Lets a film run. Time passes as it is drawn: where it is drawn shorter than it was, it also passes faster.
 */
export function usePlaying({ scale, moment, show }: Playing) {
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  // What each frame goes on from; it changes between two of them.
  const now = useRef({ scale, moment, show });
  now.current = { scale, moment, show };

  useEffect(() => {
    if (!isPlaying) return undefined;
    let last: number | undefined;
    let frame = requestAnimationFrame(function next(time) {
      const { scale: drawn, moment: from = drawn.window.start, show: to } = now.current;
      const passed = last === undefined ? 0 : time - last;
      last = time;
      const place = drawn.at(from) + passed * speed * placePerMs(drawn);
      if (place >= 1) {
        setIsPlaying(false);
        to(undefined);
        return;
      }
      to(Math.max(from, drawn.instantAt(place)));
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed]);

  return { isPlaying, setIsPlaying, speed, setSpeed };
}

/** How much of the width a millisecond takes where time is drawn evenly; of a scale without such a part, in the mean. */
function placePerMs({ window, pauses }: TimeScale): number {
  const shortMs = pauses.reduce((sum, { start, end }) => sum + end - start, 0);
  const shortWidth = pauses.reduce((sum, { from, to }) => sum + to - from, 0);
  const evenMs = window.end - window.start - shortMs;
  return evenMs > 0 ? (1 - shortWidth) / evenMs : 1 / (window.end - window.start);
}
