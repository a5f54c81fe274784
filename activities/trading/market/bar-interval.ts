import type { Bar } from './market.ts';

/** A bar and its length in milliseconds. */
export type BarInterval = { bar: Bar; lengthMs: number };
