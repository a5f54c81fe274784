import { z } from 'zod';
import { marketEnvironment } from '../../../activities/trading/market/env.ts';
import {
  clickHouseFeed,
  openClickHouse,
} from '../../../activities/trading/market/feeds/clickhouse.ts';
import { FeedRefusal } from '../../../activities/trading/market/feed.ts';
import { createFmpClient } from '../../../activities/trading/market/fmp/fmp-client.ts';
import { createNetwork } from '../../../activities/network/create-network.ts';
import { networkEnvironment } from '../../../activities/network/env.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { reasonOf, within, hostOf } from '../../client/finding.ts';
import type { Check, Finding } from '../../client/finding.ts';

const answerMs = 5_000;
const stock = 'AAPL';

/** Whether Financial Modeling Prep takes the key; it costs one of the key's calls. */
export const fmp: Check = {
  what: 'Market data: stocks',
  async run(env) {
    const { what } = fmp;
    const { FMP_API_KEY: key, FMP_URL: base } = readEnvironment(marketEnvironment, env);
    if (key === undefined) {
      const detail = 'FMP_API_KEY not set: no stocks, fundamentals or screening';
      return [{ status: 'ok', what, detail }];
    }
    const { BATON_NETWORK_HOSTS: allowedHosts, BATON_NETWORK_PORTS: ports } = readEnvironment(
      networkEnvironment,
      env,
    );
    const network = createNetwork({ allowedHosts, ports, hostsSetting: 'BATON_NETWORK_HOSTS' });
    const client = createFmpClient({ network, key, base });
    const fix = 'check FMP_API_KEY and FMP_URL, and that this machine reaches it';
    try {
      const asked = client.rows('quote', { symbol: stock }, z.looseObject({}));
      await within(asked, answerMs);
      return [{ status: 'ok', what, detail: `FMP responds at ${hostOf(base)} for ${stock}` }];
    } catch (error) {
      return [refusal({ what, detail: `${hostOf(base)}: ${reasonOf(error)}`, fix }, error)];
    } finally {
      await network.close();
    }
  },
};

/** Whether the table of candles can be read as the settings say that it is. */
export const clickHouse: Check = {
  what: 'Market data: ClickHouse',
  async run(env) {
    const { what } = clickHouse;
    const {
      CLICKHOUSE_URL: url,
      BATON_CLICKHOUSE_TABLE: name,
      BATON_CLICKHOUSE_COLUMNS: columns,
      BATON_CLICKHOUSE_CURRENCY: currency,
    } = readEnvironment(marketEnvironment, env);
    if (url === undefined) return [];
    const client = openClickHouse(url);
    const feed = clickHouseFeed({ client, table: { name, columns, currency } });
    const fix =
      'check CLICKHOUSE_URL with its user and password, BATON_CLICKHOUSE_TABLE and BATON_CLICKHOUSE_COLUMNS';
    try {
      // No candle is as old as that: all columns are read, and no row.
      const asked = feed.candles({ name: 'BTC/USDT', timeframe: '1d', from: 0, to: 1 });
      await within(asked, answerMs);
      return [{ status: 'ok', what, detail: `${name} is readable at ${hostOf(url)}` }];
    } catch (error) {
      return [refusal({ what, detail: `${hostOf(url)}: ${reasonOf(error)}`, fix }, error)];
    } finally {
      await client.close();
    }
  },
};

/** Calls that are used up come back by themselves; anything else wants somebody. */
function refusal(finding: Omit<Finding, 'status'>, error: unknown): Finding {
  const isPassing = error instanceof FeedRefusal && error.kind === 'limited';
  return { status: isPassing ? 'warn' : 'fail', ...finding };
}
