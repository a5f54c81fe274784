import type { Domain } from '../domain.ts';
import { orderLines } from './order-lines.ts';

/** Accounts, orders to approve, training of models on past bars, and whether the sources of prices answer. */
export const trading: Domain = {
  commands: [
    {
      term: 'accounts [options] [id]',
      description: 'list the paper accounts of a user, or set the members of a desk account',
      load: async () => (await import('./accounts.ts')).addAccounts,
    },
    {
      term: 'account',
      description: 'work with the records of a paper account',
      load: async () => (await import('./account-export.ts')).addAccountExport,
    },
    {
      term: 'train [options] <symbol>',
      description:
        'train the model of get_ml_signals on past bars of an instrument; runs without a server',
      load: async () => (await import('./train.ts')).addTrain,
    },
  ],
  revisions: [
    {
      name: 'reprice',
      description:
        'approve at the current price if it has moved outside the price collar since the decision',
    },
  ],
  callLines: orderLines,
  async checks() {
    const { market } = await import('./doctor/market.ts');
    const { clickHouse, fmp } = await import('./doctor/market-services.ts');
    return [market, fmp, clickHouse];
  },
  firstRun: { pipeline: 'research-to-trading', inputs: '--input symbol=SPX' },
  offline: { BATON_MARKET_SOURCES: 'sample' },
};
