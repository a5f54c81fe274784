import type { Market } from '../market/market.ts';
import { replaySymbol } from '../market/replay.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { searchTerms } from './match.ts';

/** What to search news for. */
export type Topic = { terms: string[]; isCrypto: boolean };

/** Parts of company names that headlines omit. */
const legalForms =
  /[\s,]+(inc|incorporated|corp|corporation|company|co|ltd|limited|plc|llc|lp|n\.?v|s\.?a|a\.?g|s\.?e|holdings?|group|class [a-c]|common stock|ordinary shares|the)\.?(?=[\s,]|$)/giu;

/** Shorter tickers are often ordinary words. */
const shortestTicker = 4;

const general = [
  'stocks',
  'stock market',
  'wall street',
  's&p 500',
  'markets',
  'bitcoin',
  'economy',
];

/** The topic of markets in general. */
export const wholeMarket: Topic = { terms: general, isCrypto: false };

/**
 * The topic of an instrument: its name and ticker as headlines use them.
 * @throws {ToolError} for an unknown symbol, with similar ones.
 */
export async function topicOf(market: Pick<Market, 'instrument'>, symbol: string): Promise<Topic> {
  const { id, kind, name, base } = await market.instrument(symbol);
  const ticker = (base ?? id.split(':').at(-1) ?? id).toLowerCase();
  const company = (name ?? '').toLowerCase().replace(legalForms, '').trim();
  const names = kind !== 'index' && company.length > 2 ? [company] : [];
  const isSaid = kind !== 'equity' || ticker.length >= shortestTicker || names.length === 0;
  return {
    terms: [...new Set([...names, ...(isSaid ? searchTerms(ticker) : [])])],
    isCrypto: kind === 'crypto',
  };
}

/**
 * A warning for news about a replayed symbol, whose prices are from another time than the headlines; undefined for
 * other topics.
 */
export async function anachronism(market: Market, about: string): Promise<string | undefined> {
  if (!/\bSPX\b|S&P/i.test(about)) return undefined;
  if (!(await isReplayed(market))) return undefined;
  const { asOf } = await market.quote(replaySymbol);
  return `headlines are from today, but prices of ${replaySymbol} are a replay as of ${asOf.slice(0, 10)}`;
}

/** Whether the replay exists. Without it, the symbol is unknown or a live index. */
async function isReplayed(market: Pick<Market, 'instrument'>): Promise<boolean> {
  try {
    return 'sample' in (await market.instrument(replaySymbol)).names;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
