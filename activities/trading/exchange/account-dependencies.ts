import type { Database } from '../../../db/open.ts';
import type { Market } from '../market/market.ts';
import type { ExchangeSettings } from './settings.ts';
import type { StandingMemory } from './standing/read-standing.ts';

export type ExchangeDependencies = { db: Database; market: Market; settings: ExchangeSettings };

/** What the functions of one account need; `memory` keeps what was read of it. */
export type AccountDependencies = ExchangeDependencies & { memory: StandingMemory };
