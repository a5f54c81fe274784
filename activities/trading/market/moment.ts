import { earliest } from '../../../contracts/tools/moment.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';
import type { Services } from '../services.ts';
import type { Market } from './market.ts';
import { replaySymbol } from './replay.ts';

/** Words that may be symbols; what belongs to a longer symbol, as in `^SPX` or `SPX/USD`, is none. */
const word = /(?<![\w^:./-])[A-Z0-9]+(?![\w:/-])/gi;

/**
 * The moment of the replayed instruments that texts name by their symbols, the earliest one.
 * @returns undefined where they name none: all is as of now.
 */
export async function momentNamed(
  market: Pick<Market, 'moment'>,
  texts: readonly string[],
): Promise<Moment | undefined> {
  const named = texts.flatMap((text) => [text, ...(text.match(word) ?? [])]);
  const symbols = [...new Set(named.map((text) => text.trim().toUpperCase()))];
  return earliest(...(await Promise.all(symbols.map((symbol) => market.moment(symbol)))));
}

/**
 * Up to when a call may know anything beside prices: the moment of its run, or that of what it names where that is
 * earlier.
 * @param named symbols, and texts that may hold some.
 */
export async function momentOf(
  { services, moment }: Pick<ToolContext<Pick<Services, 'market'>>, 'services' | 'moment'>,
  ...named: readonly string[]
): Promise<Moment | undefined> {
  return earliest(moment, await momentNamed(services.market, named));
}

/** When it is on the exchange: in a run on a replay, and of what names one, the replay's own clock, which goes on. */
export async function exchangeMoment(
  { services, moment }: Pick<ToolContext<Pick<Services, 'market'>>, 'services' | 'moment'>,
  symbol = '',
): Promise<Moment | undefined> {
  const now = await momentNamed(services.market, [symbol, ...(moment ? [replaySymbol] : [])]);
  return now ?? moment;
}
