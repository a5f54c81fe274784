import type { NodeView } from '../../../../contracts/api/index.ts';
import type { DrawnStep } from '../../domain.ts';
import { cents, decimal } from '../../components/values/figures.ts';
import { price as priceText } from '../values/price-text.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { continues, isSeries, unreadTimes, isBar } from './bars.ts';
import { mergeBars } from '../api/bars.ts';
import type { Bar } from '../api/bars.ts';
import type { Mark } from './mark.ts';
import { texts } from './texts.ts';
import type { Json } from '../../../../contracts/base/json.ts';

/** What an agent decided on an instrument, at the time of the price that it decided on. */
function decisionOf(
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

/** What was read of one instrument, with what was decided and done on it. */
export type Chart = {
  symbol: string;
  timeframe: string;
  source: string;
  notice?: string;
  /** Oldest first, each time once. */
  bars: Bar[];
  /** When bars opened that nothing has read, ISO 8601: they are left free until they are loaded. */
  unread?: string[];
  /** Bars that the run did not read were loaded for the chart. */
  isCompleted?: true;
  marks: Mark[];
};

/**
 * The bars that steps have read, by instrument and timeframe, with decisions and fills of the whole run.
 * @param steps those whose answers hold the bars
 * @param run all nodes and steps of the run
 */
export function chartsOf(
  steps: DrawnStep[],
  run: { nodes: NodeView[]; steps: DrawnStep[] },
): Chart[] {
  const series = new Map<string, Chart>();
  for (const { output } of steps) {
    if (!isSeries(output)) continue;
    const { symbol, timeframe, source, notice, bars } = output;
    const key = `${symbol} ${timeframe}`;
    series.set(key, {
      symbol,
      timeframe,
      source: String(source ?? ''),
      ...(typeof notice === 'string' && { notice }),
      bars: mergeBars(series.get(key)?.bars ?? [], bars),
      marks: [],
    });
  }
  return [...series.values()].map((chart) => withMarks(chart, run));
}

/** The steps whose bars a step worked with: its own, else those of the same instrument anywhere in the run. */
export function stepsBehind(step: DrawnStep, all: DrawnStep[]): DrawnStep[] {
  if (isSeries(step.output)) return [step];
  const { input } = step;
  if (step.kind !== 'tool' || !isJsonObject(input) || typeof input['symbol'] !== 'string')
    return [];
  const symbol = input['symbol'].toUpperCase();
  return all.filter(
    ({ output }) =>
      isSeries(output) &&
      output.symbol === symbol &&
      (input['timeframe'] === undefined || output.timeframe === input['timeframe']),
  );
}

function withMarks(
  chart: Chart,
  { nodes, steps }: { nodes: NodeView[]; steps: DrawnStep[] },
): Chart {
  const orders = steps.flatMap((step) => orderOf(step, chart.symbol) ?? []);
  const later = mergeBars(
    [],
    orders.flatMap(({ bars }) => bars).filter((bar) => continues(chart.bars, bar)),
  );
  const unread = unreadTimes(chart.bars, later);
  const decisions = nodes.flatMap(({ output }) => decisionOf(output, chart) ?? []);
  return {
    ...chart,
    // It tells of the bars that were read, which later ones follow here.
    ...(later.length > 0 && chart.notice && { notice: texts.chart.noticeThen(chart.notice) }),
    bars: mergeBars(chart.bars, later),
    ...(unread.length > 0 && { unread }),
    marks: [...decisions, ...orders.map(({ mark }) => mark)],
  };
}

/** A filled order of an instrument, and the bars that it names; undefined for every other answer. */
function orderOf(
  { output }: Pick<DrawnStep, 'output'>,
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
      text: texts.chart.fill(
        verb,
        decimal(Number(quantity)),
        priceText(Number(price)),
        feeText(fee),
      ),
      label: verb,
    },
    bars: [decidedBar, acceptedBar, bar].filter((candidate) => isBar(candidate)),
  };
}

function feeText(fee: Json | undefined): string {
  return typeof fee === 'number' && fee > 0 ? texts.chart.fee(cents(fee)) : '';
}
