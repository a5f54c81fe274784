import type { Domain } from '../domain.ts';
import { addAccountExport } from './account-export.ts';
import { addAccounts } from './accounts.ts';
import { orderLines } from './order-lines.ts';
import { addTrain } from './train.ts';

/** Accounts, orders to approve, training of models on past bars, and whether the sources of prices answer. */
export const trading: Domain = {
  commands: [addAccounts, addAccountExport, addTrain],
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
};
