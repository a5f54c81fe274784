import { earliest } from '../../../contracts/tools/moment.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';
import type { Services } from '../services.ts';
import type { Market } from './market.ts';
import { replaySymbol } from './replay.ts';

/** Words that could be symbols. Parts of a longer symbol, as in `^SPX` or `SPX/USD`, are not. */
const word = /(?<![\w^:./-])[A-Z0-9]+(?![\w:/-])/gi;

/**
 * The earliest moment of the replayed instruments that texts name by symbol.
 * @returns undefined if they name none: then everything is as of now.
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
 * The time up to which a call can use data other than prices: the moment of its run, or an earlier one of a replayed
 * instrument that it names.
 * @param named symbols, and texts that can contain some.
 */
export async function momentOf(
  { services, moment }: Pick<ToolContext<Pick<Services, 'market'>>, 'services' | 'moment'>,
  ...named: readonly string[]
): Promise<Moment | undefined> {
  return earliest(moment, await momentNamed(services.market, named));
}

/**
 * The current time of the exchange. In a run on a replay, or for a replayed symbol, it is that of the replay's clock,
 * which keeps moving.
 */
export async function exchangeMoment(
  { services, moment }: Pick<ToolContext<Pick<Services, 'market'>>, 'services' | 'moment'>,
  symbol = '',
): Promise<Moment | undefined> {
  const now = await momentNamed(services.market, [symbol, ...(moment ? [replaySymbol] : [])]);
  return now ?? moment;
}
