import type { Domain } from './domain.ts';
import { trading } from './trading/index.ts';

/** What is plugged in. */
export const domains: readonly Domain[] = [trading];
