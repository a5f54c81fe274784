import type { Market } from '../market/market.ts';
import { replaySymbol } from '../market/replay.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { searchTerms } from './match.ts';

/** What news are asked about. */
export type Topic = { terms: string[]; isCrypto: boolean };

/** What is left out of a company's name to find it in headlines. */
const legalForms =
  /[\s,]+(inc|incorporated|corp|corporation|company|co|ltd|limited|plc|llc|lp|n\.?v|s\.?a|a\.?g|s\.?e|holdings?|group|class [a-c]|common stock|ordinary shares|the)\.?(?=[\s,]|$)/giu;

/** Tickers that are shorter are words as well. */
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

/** What markets as a whole are about. */
export const wholeMarket: Topic = { terms: general, isCrypto: false };

/**
 * What headlines call the instrument of a symbol.
 * @throws {ToolError} for a symbol that the market does not know, with what is near.
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

/** What is to be minded of news about a symbol whose market is replayed from another time. */
export async function anachronism(market: Market, about: string): Promise<string | undefined> {
  if (!/\bSPX\b|S&P/i.test(about)) return undefined;
  if (!(await isReplayed(market))) return undefined;
  const { asOf } = await market.quote(replaySymbol);
  return `headlines are from today, but prices of ${replaySymbol} are a replay as of ${asOf.slice(0, 10)}`;
}

/** Whether there is a replay; without it the symbol is unknown, or is that of a live index. */
async function isReplayed(market: Pick<Market, 'instrument'>): Promise<boolean> {
  try {
    return 'sample' in (await market.instrument(replaySymbol)).names;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
