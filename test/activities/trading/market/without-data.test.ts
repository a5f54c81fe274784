import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedRefusal } from '../../../../activities/trading/market/feed.ts';
import type { Feed } from '../../../../activities/trading/market/feed.ts';
import { endsWithoutData } from '../../../../activities/trading/market/without-data.ts';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { openTestDatabase } from '../../../support/databases.ts';
import { emptyMarketTables, openLive } from './open-live.ts';
import { cryptoListing, scriptedFeed, stockListing } from './scripted-feed.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyMarketTables(database.db));
afterAll(() => database.close());

const now = () => Date.UTC(2026, 2, 4, 15);
const listings = [cryptoListing('SOL/USD'), stockListing('NASDAQ', 'AAPL', 'Apple Inc.')];
const trader = builtInAgents['trading'] as AgentDefinition;

/** What a run on a symbol ends with; the source gives a price of so many hours ago, or what `changes` say. */
async function endOf(
  input: JsonObject,
  { hours = 0, changes = {}, agent = trader }: EndOptions = {},
) {
  const feed = scriptedFeed({ id: 'kraken', now, listings });
  const time = now() - hours * 60 * 60_000;
  const quote = async () => ({ price: 101, change24hPercent: 1, volume: 2, time });
  const market = openLive({ db: database.db, feeds: [{ ...feed, quote, ...changes }], now });
  return endsWithoutData(market)({ compiled: { agents: { [agent.name]: agent } }, input });
}
type EndOptions = { hours?: number; changes?: Partial<Feed>; agent?: AgentDefinition };

describe('a run on a symbol', () => {
  test.each([
    ['of which there is a price', 'SOL/USD', 0],
    ['in small letters', ' sol/usd', 0],
    ['of a stock, over a weekend', 'NASDAQ:AAPL', 4 * 24],
  ])('begins %s', async (_what, symbol, hours) => {
    expect(await endOf({ symbol }, { hours })).toBeUndefined();
  });

  test('that does not exist ends with similar symbols', async () => {
    expect(await endOf({ symbol: 'sol/eur' })).toStrictEqual({
      action: 'no_data',
      symbol: 'SOL/EUR',
      missing: ['the instrument SOL/EUR'],
      reason: expect.stringContaining('Similar symbols: SOL/USD (crypto)'),
    });
  });

  test('without a price ends with why', async () => {
    const quote = async () => {
      throw new FeedRefusal('refused', 'kraken has halted SOL/USD');
    };
    expect(await endOf({ symbol: 'SOL/USD' }, { changes: { quote } })).toMatchObject({
      action: 'no_data',
      missing: ['a price of SOL/USD'],
      reason: expect.stringContaining('kraken has halted SOL/USD'),
    });
  });

  test.each([
    ['SOL/USD', 2],
    ['NASDAQ:AAPL', 6 * 24],
  ])('whose newest price is too old ends with its time: %s', async (symbol, hours) => {
    expect(await endOf({ symbol }, { hours })).toMatchObject({
      action: 'no_data',
      missing: [expect.stringContaining(`a price of ${symbol} after 2026-0`)],
    });
  });

  test('begins where no agent reads prices, or the input names none', async () => {
    const agent = { ...trader, tools: ['search_news'] };
    expect(await endOf({ symbol: 'NOSUCH' }, { agent })).toBeUndefined();
    expect(await endOf({ topic: 'NOSUCH' })).toBeUndefined();
    expect(await endOf({ symbol: 7 })).toBeUndefined();
  });
});
