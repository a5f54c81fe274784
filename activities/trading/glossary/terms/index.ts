import { indicators } from './indicators.ts';
import { markets } from './markets.ts';
import { orders } from './orders.ts';
import { performance } from './performance.ts';
import { risk } from './risk.ts';
import { statistics } from './statistics.ts';
import type { Term } from './term.ts';
import { valuation } from './valuation.ts';

export const glossary: readonly Term[] = [
  ...indicators,
  ...performance,
  ...risk,
  ...orders,
  ...valuation,
  ...markets,
  ...statistics,
];
