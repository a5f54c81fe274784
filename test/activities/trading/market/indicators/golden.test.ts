import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { computeSeries } from '../../../../../activities/trading/market/indicators/indicator-series.ts';
import { indicatorOf } from '../../../../../activities/trading/market/indicators/names.ts';
import type { IndicatorKind } from '../../../../../activities/trading/market/indicators/spec.ts';
import type { Bar } from '../../../../../activities/trading/market/market.ts';
import { loadSp500 } from '../../../../../activities/trading/market/sp500.ts';

const number = z.number();
const goldenSchema = z.object({
  step: number,
  series: z.record(
    z.string(),
    z.object({
      bars: z.array(z.tuple([z.string(), number, number, number, number, number])).optional(),
      values: z.record(
        z.string(),
        z.record(z.string(), z.object({ first: number, values: z.array(number.nullable()) })),
      ),
    }),
  ),
});

const file = new URL('../golden/indicators.json', import.meta.url);
const golden = goldenSchema.parse(JSON.parse(await readFile(file, 'utf8')));
const sample = (await loadSp500()).slice(-500);

function barsOf(name: string): Bar[] {
  const rows = golden.series[name]?.bars;
  if (!rows) return sample;
  return rows.map(([time, open, high, low, close, volume]) => ({
    time,
    open,
    high,
    low,
    close,
    volume,
  }));
}

/**
 * The largest difference from TA-Lib that is allowed, as a share of the largest value of the series: a share of the value
 * itself has no bound where an oscillator crosses zero. All that is left is rounding; the running sums of TA-Lib's bands
 * round the most.
 */
const allowed = {
  sma: 2e-15,
  ema: 2e-15,
  rsi: 8e-16,
  macd: 2e-12,
  bollinger: 1e-14,
  atr: 2e-15,
  adx: 4e-15,
  stochastic: 2e-14,
  obv: 0,
  vwap: 2e-15,
} satisfies Record<IndicatorKind, number>;

const cases = Object.entries(golden.series).flatMap(([series, { values }]) =>
  Object.entries(values).flatMap(([name, outputs]) =>
    Object.entries(outputs).map(([output, expected]) => ({ series, name, output, expected })),
  ),
);

/** Whether a stochastic is 0 / 0 there: somewhere in its averages nothing has moved within the period. */
function isUndefinedThere(bars: readonly Bar[], name: string, at: number): boolean {
  const spec = indicatorOf(name);
  if (spec.kind !== 'stochastic') return false;
  const reach = spec.slowing + spec.signal - 1;
  return Array.from({ length: reach }, (_, back) => at - back).some((end) => {
    const range = bars.slice(Math.max(0, end - spec.period + 1), end + 1);
    return Math.max(...range.map(({ high }) => high)) === Math.min(...range.map(({ low }) => low));
  });
}

describe('indicators agree with TA-Lib', () => {
  test('on four series, with usual and other parameters', () => {
    expect(Object.keys(golden.series)).toEqual(['sample', 'walk', 'stretches', 'still']);
    expect(new Set(cases.map(({ name }) => indicatorOf(name).kind)).size).toBe(
      Object.keys(allowed).length,
    );
  });

  test.each(cases)('$series: $name $output, from the first value on', (given) => {
    const { series, name, output, expected } = given;
    const bars = barsOf(series);
    const ours = computeSeries(bars, indicatorOf(name))[output]!;
    expect(ours).toHaveLength(bars.length);
    expect(ours.findIndex((value) => value !== null)).toBe(expected.first);
    const scale = Math.max(...expected.values.map((value) => Math.abs(value ?? 0)));
    const bound = allowed[indicatorOf(name).kind] * scale;
    let compared = 0;
    expected.values.forEach((value, index) => {
      const at = index * golden.step;
      // TA-Lib calls it 0 there.
      const wanted = isUndefinedThere(bars, name, at) ? null : value;
      const found = ours[at];
      if (wanted === null) return expect(found, `bar ${at}`).toBeNull();
      expect(Math.abs(found! - wanted), `bar ${at}: ${found} for ${wanted}`).toBeLessThanOrEqual(
        bound,
      );
      compared += 1;
    });
    expect(compared).toBeGreaterThan(25);
  });
});

describe('where nothing moves', () => {
  const known = barsOf('still');
  // So long that what was before has no weight left.
  const still = [...known, ...Array.from({ length: 400 }, () => known.at(-1)!)];
  const last = still.length - 1;
  const at = (name: string, output = 'value') =>
    computeSeries(still, indicatorOf(name))[output]![last];

  test('averages and bands are the price, and no difference is left between them', () => {
    const { close } = still[last]!;
    for (const name of ['sma20', 'ema20', 'ema9']) expect(at(name), name).toBe(close);
    for (const output of ['upper', 'middle', 'lower'])
      expect(at('bollinger20', output)).toBe(close);
    expect(at('macd', 'macd')).toBe(0);
    expect(at('macd', 'signal')).toBeCloseTo(0, 15);
  });

  test('from the beginning, MACD is 0 and never above its signal', () => {
    const { macd, signal } = computeSeries(still.slice(0, 40), { kind: 'macd' });
    expect(macd!.slice(33)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(signal).toEqual(macd);
  });
});
