import type { Bar } from '../market.ts';
import { averageTrueRange, exponentialAverage } from './averages.ts';
import { directionalMovement } from './directional-movement.ts';
import { convergence, relativeStrength, stochastic } from './momentum.ts';
import { resultsOf, withoutRounding } from './series.ts';
import type { IndicatorSeries } from './series.ts';
import type { IndicatorKind, Of } from './spec.ts';
import { volumePrice } from './volume-price.ts';
import { tradingSignals } from './trading-signals.ts';

/** How an indicator is computed. */
export type Definition<Kind extends IndicatorKind> = {
  /** Names of its outputs; `value` if there is only one. */
  outputs: readonly string[];
  /** Its parameters, in the order of its name, such as `macd12_26_9`. */
  parameters: readonly Exclude<keyof Of<Kind>, 'kind'>[];
  /** Number of bars before the first with all values. */
  warmUp(spec: Of<Kind>): number;
  /** Number of bars after which its values no longer depend on where the series starts; null if they always do. */
  memory(spec: Of<Kind>): number | null;
  compute(bars: readonly Bar[], spec: Of<Kind>): IndicatorSeries;
};

/** A smoothed value counts as settled once the remaining weight of its start is below this. */
const weightLeft = 1e-7;

const bars = (factor: number) => Math.ceil(Math.log(weightLeft) / Math.log(1 - factor));
const exponential = (period: number) => bars(2 / (period + 1));
const wilder = (period: number) => bars(1 / period);

const closesOf = (all: readonly Bar[]) => all.map(({ close }) => close);

/** Outputs, parameters, warm-up, memory and computation of every indicator. */
export const definitions: { readonly [Kind in IndicatorKind]: Definition<Kind> } = {
  sma: {
    outputs: ['value'],
    parameters: ['period'],
    warmUp: ({ period }) => period - 1,
    memory: ({ period }) => period - 1,
    compute(all, { period }) {
      const closes = closesOf(all);
      return {
        value: withoutRounding(
          resultsOf(new (tradingSignals().SMA)(period), closes),
          closes,
          period,
        ),
      };
    },
  },
  ema: {
    outputs: ['value'],
    parameters: ['period'],
    warmUp: ({ period }) => period - 1,
    memory: ({ period }) => period - 1 + exponential(period),
    compute: (all, { period }) => ({ value: exponentialAverage(closesOf(all), period) }),
  },
  rsi: {
    outputs: ['value'],
    parameters: ['period'],
    warmUp: ({ period }) => period,
    memory: ({ period }) => period + wilder(period),
    compute: (all, { period }) => ({ value: relativeStrength(closesOf(all), period) }),
  },
  macd: {
    outputs: ['macd', 'signal', 'histogram'],
    parameters: ['fast', 'slow', 'signal'],
    warmUp: ({ slow, signal }) => slow + signal - 2,
    memory: ({ slow, signal }) =>
      slow + signal - 2 + Math.max(exponential(slow), exponential(signal)),
    compute: (all, spec) => convergence(closesOf(all), spec),
  },
  bollinger: {
    outputs: ['upper', 'middle', 'lower'],
    parameters: ['period', 'deviations'],
    warmUp: ({ period }) => period - 1,
    memory: ({ period }) => period - 1,
    compute(all, { period, deviations }) {
      const closes = closesOf(all);
      const bands = resultsOf(new (tradingSignals().BollingerBands)(period, deviations), closes);
      const line = (name: 'upper' | 'middle' | 'lower') =>
        withoutRounding(
          bands.map((band) => band?.[name] ?? null),
          closes,
          period * deviations,
        );
      return { upper: line('upper'), middle: line('middle'), lower: line('lower') };
    },
  },
  atr: {
    outputs: ['value'],
    parameters: ['period'],
    warmUp: ({ period }) => period,
    memory: ({ period }) => period + wilder(period),
    compute: (all, { period }) => ({ value: averageTrueRange(all, period) }),
  },
  adx: {
    outputs: ['value', 'plus', 'minus'],
    parameters: ['period'],
    warmUp: ({ period }) => 2 * period - 1,
    memory: ({ period }) => 2 * period - 1 + wilder(period),
    compute: (all, { period }) => directionalMovement(all, period),
  },
  stochastic: {
    outputs: ['k', 'd'],
    parameters: ['period', 'slowing', 'signal'],
    warmUp: ({ period, slowing, signal }) => period + slowing + signal - 3,
    memory: ({ period, slowing, signal }) => period + slowing + signal - 3,
    compute: stochastic,
  },
  obv: {
    outputs: ['value'],
    parameters: [],
    warmUp: () => 0,
    memory: () => null,
    compute(all) {
      const first = all[0]?.volume ?? 0;
      // Starts with the volume of the first bar, as in TA-Lib.
      return {
        value: resultsOf(new (tradingSignals().OBV)(2), all).map((sum) => first + (sum ?? 0)),
      };
    },
  },
  vwap: {
    outputs: ['value'],
    parameters: ['anchor'],
    warmUp: () => 0,
    memory: () => null,
    compute: (all, { anchor }) => ({
      value: withoutRounding(volumePrice(all, anchor), closesOf(all), all.length),
    }),
  },
};
