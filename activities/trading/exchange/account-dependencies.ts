import type { Database } from '../../../db/open.ts';
import type { Market } from '../market/market.ts';
import type { ExchangeSettings } from './settings.ts';
import type { StandingMemory } from './standing/read-standing.ts';

export type ExchangeDependencies = { db: Database; market: Market; settings: ExchangeSettings };

/** What an exchange works with; it remembers what it has read of its account. */
export type AccountDependencies = ExchangeDependencies & { memory: StandingMemory };
