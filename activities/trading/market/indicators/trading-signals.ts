import { lazily } from '../../../base/lazily.ts';

/** The indicators of the package trading-signals. */
export const tradingSignals = lazily<typeof import('trading-signals')>('trading-signals');
