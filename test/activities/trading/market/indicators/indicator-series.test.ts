import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../../../../activities/trading/market/indicators/definitions.ts';
import { settlingBarsOf } from '../../../../../activities/trading/market/indicators/describe.ts';
import {
  computeSeries,
  warmUpOf,
} from '../../../../../activities/trading/market/indicators/indicator-series.ts';
import { indicatorOf, nameOf } from '../../../../../activities/trading/market/indicators/names.ts';
import { anchors } from '../../../../../activities/trading/market/indicators/spec.ts';
import type {
  Indicator,
  IndicatorKind,
} from '../../../../../activities/trading/market/indicators/spec.ts';
import type { Bar } from '../../../../../activities/trading/market/market.ts';
import { loadSp500 } from '../../../../../activities/trading/market/sp500.ts';

const sample = await loadSp500();
const kinds = Object.keys(definitions) as IndicatorKind[];

const period = fc.integer({ min: 2, max: 30 });
const anyIndicator: fc.Arbitrary<Indicator> = fc.oneof(
  fc.record({ kind: fc.constantFrom('sma', 'ema', 'rsi', 'atr', 'adx'), period }),
  fc
    .record({ kind: fc.constant('macd'), fast: period, slow: period, signal: period })
    .filter(({ fast, slow }) => fast < slow),
  fc.record({
    kind: fc.constant('bollinger'),
    period,
    deviations: fc.constantFrom(0.5, 1, 1.25, 2, 3),
  }),
  fc.record({
    kind: fc.constant('stochastic'),
    period,
    slowing: fc.integer({ min: 1, max: 5 }),
    signal: fc.integer({ min: 1, max: 5 }),
  }),
  fc.constant({ kind: 'obv' }),
  fc.record({ kind: fc.constant('vwap'), anchor: fc.constantFrom(...anchors) }),
) as fc.Arbitrary<Indicator>;

/** Hourly bars on a grid of half points, with moves that are often equal or none, and bars without volume. */
const anyBars: fc.Arbitrary<Bar[]> = fc
  .array(
    fc.record({
      move: fc.integer({ min: -3, max: 3 }),
      up: fc.integer({ min: 0, max: 3 }),
      down: fc.integer({ min: 0, max: 3 }),
      volume: fc.integer({ min: 0, max: 5 }),
    }),
    { minLength: 1, maxLength: 90 },
  )
  .map((steps) => {
    let price = 500;
    return steps.map(({ move, up, down, volume }, index) => {
      const open = price;
      price += move / 2;
      return {
        time: new Date(Date.UTC(2024, 0, 30, index)).toISOString(),
        open,
        high: Math.max(open, price) + up / 2,
        low: Math.min(open, price) - down / 2,
        close: price,
        volume: volume * 10,
      };
    });
  });

describe('a series', () => {
  test('has a value or null for each bar, and no other', () => {
    fc.assert(
      fc.property(anyBars, anyIndicator, (bars, spec) => {
        const series = computeSeries(bars, spec);
        expect(Object.keys(series)).toEqual(definitions[spec.kind].outputs);
        for (const values of Object.values(series)) {
          expect(values).toHaveLength(bars.length);
          expect(values.every((value) => value === null || Number.isFinite(value))).toBe(true);
        }
        const [first = []] = Object.values(series);
        expect(first.slice(0, warmUpOf(spec)).every((value) => value === null)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('is the same up to a bar, whatever comes after: no value looks ahead', () => {
    fc.assert(
      fc.property(anyBars, anyIndicator, fc.nat(), (bars, spec, cut) => {
        const length = 1 + (cut % bars.length);
        const whole = computeSeries(bars, spec);
        const truncated = computeSeries(bars.slice(0, length), spec);
        for (const [output, values] of Object.entries(truncated)) {
          expect(values).toEqual(whole[output]!.slice(0, length));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('ends the same with a longer warm-up once it is settled', () => {
    const settling = fc.record({
      spec: anyIndicator.filter(({ kind }) => kind !== 'obv' && kind !== 'vwap'),
      end: fc.integer({ min: 1500, max: 5000 }),
      longer: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(settling, ({ spec, end, longer }) => {
        const first = end - settlingBarsOf(spec) - 1;
        const short = computeSeries(sample.slice(first, end), spec);
        const long = computeSeries(sample.slice(first - longer, end), spec);
        for (const [output, values] of Object.entries(short)) {
          const size = Math.max(...long[output]!.map((value) => Math.abs(value ?? 0)));
          expect(Math.abs(values.at(-1)! - long[output]!.at(-1)!) / size).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 60 },
    );
  });
});

const still: Bar[] = Array.from({ length: 60 }, (_, index) => ({
  time: new Date(Date.UTC(2024, 0, 1, index)).toISOString(),
  open: 10,
  high: 10,
  low: 10,
  close: 10,
  volume: 0,
}));

describe('where nothing has moved', () => {
  test('what is 0 / 0 has no value', () => {
    for (const kind of ['rsi', 'adx', 'stochastic', 'vwap'] as const) {
      // TA-Lib begins the average of ADX with 0 for bars without a move.
      const series = Object.entries(computeSeries(still, { kind }))
        .filter(([output]) => kind !== 'adx' || output !== 'value')
        .map(([, values]) => values);
      expect(
        series.flat().every((value) => value === null),
        kind,
      ).toBe(true);
    }
  });

  test('the others stand still', () => {
    expect(computeSeries(still, { kind: 'atr' })['value']!.at(-1)).toBe(0);
    expect(computeSeries(still, { kind: 'obv' })['value']!.at(-1)).toBe(0);
    expect(computeSeries(still, { kind: 'ema' })['value']!.at(-1)).toBe(10);
  });

  test('an indicator goes on as soon as something moves', () => {
    const moving = sample.slice(0, 100).map((bar, index) => ({
      ...bar,
      time: new Date(Date.UTC(2024, 1, 1, index)).toISOString(),
    }));
    for (const kind of kinds) {
      const series = computeSeries([...still, ...moving], { kind });
      for (const [output, values] of Object.entries(series)) {
        expect(values.at(-1), `${kind} ${output}`).toEqual(expect.any(Number));
      }
    }
  });
});

describe('a volume-weighted average price', () => {
  const bar = (time: string, price: number, volume: number): Bar => ({
    time,
    open: price,
    high: price + 3,
    low: price - 3,
    close: price,
    volume,
  });
  const bars = [
    bar('2024-02-29T22:00:00.000Z', 10, 1),
    bar('2024-02-29T23:00:00.000Z', 20, 3),
    bar('2024-03-01T00:00:00.000Z', 30, 0),
    bar('2024-03-01T01:00:00.000Z', 40, 2),
    bar('2024-03-01T02:00:00.000Z', 50, 0),
  ];

  test('starts over with each day in UTC, and has no value while nothing was traded', () => {
    const { value } = computeSeries(bars, { kind: 'vwap' });
    expect(value).toEqual([10, 17.5, null, 40, 40]);
  });

  test('can start over with weeks, months or years instead', () => {
    const at = (anchor: 'week' | 'month' | 'year') =>
      computeSeries(bars, { kind: 'vwap', anchor })['value']!.at(-1);
    expect(at('month')).toBe(40);
    // The 29th of February 2024 is a Thursday.
    expect([at('week'), at('year')]).toEqual([25, 25]);
  });
});

describe('the name of an indicator', () => {
  test.each([
    [{ kind: 'sma' }, 'sma20'],
    [{ kind: 'rsi', period: 7 }, 'rsi7'],
    [{ kind: 'macd' }, 'macd'],
    [{ kind: 'macd', fast: 8, slow: 17 }, 'macd8_17'],
    [{ kind: 'macd', signal: 5 }, 'macd12_26_5'],
    [{ kind: 'bollinger', deviations: 2.5 }, 'bollinger20_2p5'],
    [{ kind: 'stochastic', slowing: 1 }, 'stochastic14_1'],
    [{ kind: 'vwap', anchor: 'month' }, 'vwap_month'],
    [{ kind: 'obv' }, 'obv'],
  ] as const)('of %j is %s', (input, name) => {
    expect(nameOf(input)).toBe(name);
  });

  test('tells all of it, and is an identifier', () => {
    fc.assert(
      fc.property(anyIndicator, (spec) => {
        expect(indicatorOf(nameOf(spec))).toEqual(spec);
        expect(nameOf(spec)).toMatch(/^[a-z]\w*$/);
      }),
    );
  });

  test.each([
    ['smaa20', /did you mean sma\?/],
    ['sma20_3', /more parameters than sma takes: period/],
    ['obv3', /obv takes: no parameters/],
    ['macd30', /fast: must be below slow/],
    ['sma1', /period: /],
    ['vwap_moon', /anchor: /],
    ['toString', /choose one of: sma, ema/],
  ])('%s is refused with what to do', (name, message) => {
    expect(() => indicatorOf(name)).toThrow(message);
  });
});
