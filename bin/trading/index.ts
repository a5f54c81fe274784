import type { Domain } from '../domain.ts';
import { addTrain } from './train.ts';

/** Training of models on past bars, and whether the sources of prices answer. */
export const trading: Domain = {
  commands: [addTrain],
  async checks() {
    const { market } = await import('./doctor/market.ts');
    const { clickHouse, fmp } = await import('./doctor/market-services.ts');
    return [market, fmp, clickHouse];
  },
  firstRun: { pipeline: 'research-to-trading', inputs: '--input symbol=SPX' },
};
