import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import type { Bar } from './bars.ts';
import type { Mark } from './mark.ts';
import { texts } from './texts.ts';

/** What an agent decided on an instrument, at the time of the price that it decided on. */
export function decisionOf(
  output: Json | undefined,
  { symbol, bars }: { symbol: string; bars: Bar[] },
): Mark | undefined {
  if (!isJsonObject(output) || typeof output['action'] !== 'string') return undefined;
  const { action, order } = output;
  const placed = isJsonObject(order) ? order : output;
  if (String(output['symbol'] ?? placed['symbol']).toUpperCase() !== symbol) return undefined;
  const time = placed['referenceTime'] ?? bars.at(-1)?.time;
  if (typeof time !== 'string') return undefined;
  return {
    kind: 'decision',
    side: sides[action] ?? 'none',
    time,
    text: texts.chart.decided(words(action)),
    label: texts.chart.decided(words(action)),
  };
}

const sides: Record<string, Mark['side']> = {
  buy: 'buy',
  open_long: 'buy',
  sell: 'sell',
  open_short: 'sell',
};

const words = (name: string) => name.replaceAll('_', ' ');
