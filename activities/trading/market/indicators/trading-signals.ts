import { lazily } from '../../../base/lazily.ts';

/** Loads the package trading-signals on first use. */
export const tradingSignals = lazily<typeof import('trading-signals')>('trading-signals');
