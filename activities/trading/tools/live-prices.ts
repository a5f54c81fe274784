import type { Json } from '../../../contracts/base/json.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';
import { noteLater } from '../../tools/steps/note-later.ts';
import type { Services } from '../services.ts';

/** Adds a notice to prices of a live symbol in a run on a replay: they are from a later time. */
export async function notedPrices(
  symbol: string,
  prices: Json,
  { services, moment }: Pick<ToolContext<Services>, 'services' | 'moment'>,
): Promise<Json> {
  if (!moment || (await services.market.moment(symbol))) return prices;
  return noteLater(prices, moment);
}
