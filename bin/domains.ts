import type { Domain } from './domain.ts';
import { trading } from './trading/index.ts';

/** The domains that are plugged into the command. */
export const domains: readonly Domain[] = [trading];
