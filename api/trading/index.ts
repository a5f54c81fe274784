import { symbolAttribute } from '../../contracts/trading/search-attributes.ts';
import { orderEffects } from '../../db/trading/order-effects.ts';
import type { Domain } from '../domain.ts';
import { callLine, paperTools } from './call-line.ts';
import { accountRoutes } from './routes/account.ts';
import { accountsRoutes } from './routes/accounts.ts';
import { alertRoutes } from './routes/alerts.ts';
import { csvRoutes } from './routes/csv.ts';
import { orderRoutes } from './routes/orders.ts';
import { performanceRoutes } from './routes/performance.ts';
import { tradingRoutes } from './routes/trading.ts';
import { watchlistRoutes } from './routes/watchlist.ts';
import { tradingRecords } from './services.ts';

export const trading: Domain = {
  async routes(app, services) {
    // This plugin already has the prefix.
    const given = { ...services, ...tradingRecords(services.db), prefix: '' };
    for (const routes of [
      accountsRoutes,
      accountRoutes,
      orderRoutes,
      performanceRoutes,
      csvRoutes,
      tradingRoutes,
      alertRoutes,
      watchlistRoutes,
    ]) {
      await app.register(routes, given);
    }
  },
  callLine,
  simulatedTools: paperTools,
  resolveEffects: orderEffects,
  searchAttributes: {
    [symbolAttribute]: ({ symbol }) => (typeof symbol === 'string' ? symbol : undefined),
  },
};
