import type { Shutdown } from '../bin/start/shutdown.ts';

/** One figure that was measured, held against what it should be. */
export type Result = {
  /** What was measured: `fan-out of 200`. */
  name: string;
  figure: number;
  /** `×` for a ratio, the figure that other machines can be compared by. */
  unit: '×' | 's' | 'ms' | 'kB' | 'MB';
  /** The most that `figure` should be. */
  target: number;
  /** The figures of the repetitions, of which `figure` is the median. */
  spread: readonly number[];
  /** The absolute figures behind it, for people. */
  details: string[];
  /** Everything that was sampled, by name. */
  samples: Record<string, readonly number[]>;
};

/** What a measurement is given to work with. */
export type Bench = {
  /** The Temporal program. */
  binary: string;
  /** A folder of its own, removed at the end. */
  folder: string;
  /** What is added here is stopped at the end, whatever happened. */
  cleanup: Shutdown;
};

export type Measurement = (bench: Bench) => Promise<Result[]>;
