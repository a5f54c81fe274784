import { createCryptoExchanges } from '../../../activities/market/crypto-exchanges.ts';
import { marketEnvironment } from '../../../activities/market/env.ts';
import { loadSp500 } from '../../../activities/market/sp500.ts';
import { readEnvironment } from '../../../contracts/read-environment.ts';
import { within } from './finding.ts';
import type { Check, Finding } from './finding.ts';

const exchangesMs = 8_000;
const pair = 'BTC/USDT';

/** The bundled bars, and whether an exchange answers. */
export const market: Check = {
  what: 'Market data',
  async run(env) {
    const { BATON_MARKET_EXCHANGE: preferred } = readEnvironment(marketEnvironment, env);
    const [bars, live] = await Promise.all([loadSp500(), askExchanges(preferred)]);
    const days = `${bars.length} real S&P 500 days, replayed; sample data, needs no network`;
    return [{ status: 'ok', what: 'Market data: SPX', detail: days }, live];
  },
};

async function askExchanges(preferred: string): Promise<Finding> {
  const what = 'Market data: crypto';
  try {
    const exchanges = createCryptoExchanges({ preferred });
    const { exchange } = await within(
      exchanges.ask(pair, (asked) => asked.fetchTicker(pair)),
      exchangesMs,
    );
    return { status: 'ok', what, detail: `${exchange} answers for ${pair}` };
  } catch {
    const fix = 'check the network, or use the symbol SPX, which needs none';
    return { status: 'warn', what, detail: `no exchange answers for ${pair}`, fix };
  }
}
