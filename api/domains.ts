import type { Domain } from './domain.ts';
import { trading } from './trading/index.ts';

export const domains: readonly Domain[] = [trading];
