import { listedExchanges, marketEnvironment } from '../../../activities/trading/market/env.ts';
import {
  exchangeOrder,
  openCcxtExchange,
} from '../../../activities/trading/market/feeds/ccxt-exchange.ts';
import { loadSp500 } from '../../../activities/trading/market/sp500.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { within } from '../../client/finding.ts';
import type { Check, Finding } from '../../client/finding.ts';

const exchangesMs = 8_000;
const pair = 'BTC/USDT';

/** The bundled bars, and whether an exchange answers. */
export const market: Check = {
  what: 'Market data',
  async run(env) {
    const environment = readEnvironment(marketEnvironment, env);
    const ids = exchangeOrder(listedExchanges(environment));
    const [bars, live] = await Promise.all([loadSp500(), askExchanges(ids)]);
    const days = `${bars.length} real S&P 500 days, replayed; sample data, needs no network`;
    return [{ status: 'ok', what: 'Market data: SPX', detail: days }, live];
  },
};

async function askExchanges(ids: readonly string[]): Promise<Finding> {
  const what = 'Market data: crypto';
  try {
    const answering = Promise.any(
      ids.map(async (id) => {
        const exchange = await openCcxtExchange(id);
        await exchange.loadMarkets();
        await exchange.fetchTicker(pair);
        return id;
      }),
    );
    const id = await within(answering, exchangesMs);
    return { status: 'ok', what, detail: `${id} responds for ${pair}` };
  } catch {
    const fix = 'check the network, or use the symbol SPX, which needs no network';
    return { status: 'warn', what, detail: `no exchange responds for ${pair}`, fix };
  }
}
