import type { Bar } from './market.ts';

export type BarInterval = { bar: Bar; /** Of the bar, in milliseconds. */ lengthMs: number };
