import type { StepView } from '../../../../contracts/api/index.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { isBar } from './bars.ts';
import type { Bar } from './bars.ts';
import type { Mark } from './mark.ts';
import { texts } from './texts.ts';

/** A filled order of an instrument, and the bars that it names; undefined for every other answer. */
export function orderOf(
  { output }: Pick<StepView, 'output'>,
  symbol: string,
): { mark: Mark; bars: Bar[] } | undefined {
  if (!isJsonObject(output)) return undefined;
  const { order, fill, acceptedBar, decidedBar } = output;
  if (!isJsonObject(order) || !isJsonObject(fill) || order['symbol'] !== symbol) return undefined;
  const { bar, price, quantity, fee } = fill;
  if (!isBar(bar)) return undefined;
  const side = order['side'] === 'sell' ? 'sell' : 'buy';
  const verb = side === 'sell' ? texts.chart.sold : texts.chart.bought;
  return {
    mark: {
      kind: 'fill',
      side,
      time: bar.time,
      text: texts.chart.fill(verb, number(quantity), number(price), feeText(fee)),
      label: verb,
    },
    bars: [decidedBar, acceptedBar, bar].filter((candidate) => isBar(candidate)),
  };
}

function number(value: Json | undefined): string {
  return Number(value).toLocaleString('en', { maximumFractionDigits: 4 });
}

function feeText(fee: Json | undefined): string {
  return typeof fee === 'number' && fee > 0 ? texts.chart.fee(number(fee)) : '';
}
