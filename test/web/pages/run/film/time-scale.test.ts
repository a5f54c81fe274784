import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksOf } from '../../../../../web/src/pages/run/waterfall/ticks.ts';
import { timeScale } from '../../../../../web/src/pages/run/film/time-scale.ts';

const hour = 3_600_000;
const intervals = fc
  .array(fc.tuple(fc.nat(hour), fc.nat(60_000)), { maxLength: 30 })
  .map((pairs) => pairs.map(([start, length]) => ({ start, end: start + length })));
const window = { start: 0, end: hour + 60_000 };

describe('the time scale', () => {
  it('runs from 0 to 1 and never back', () => {
    fc.assert(
      fc.property(intervals, fc.array(fc.nat(window.end), { minLength: 2 }), (busy, instants) => {
        const { at } = timeScale(busy, window);
        expect(at(window.start)).toBeCloseTo(0);
        expect(at(window.end)).toBeCloseTo(1);
        const places = instants.toSorted((a, b) => a - b).map(at);
        for (const [index, place] of places.slice(1).entries()) {
          expect(place).toBeGreaterThanOrEqual(places[index]! - 1e-9);
        }
      }),
    );
  });

  it('gives of a place the instant that is drawn there', () => {
    fc.assert(
      fc.property(intervals, fc.double({ min: 0, max: 1, noNaN: true }), (busy, place) => {
        const { at, instantAt } = timeScale(busy, window);
        expect(at(instantAt(place))).toBeCloseTo(place, 6);
      }),
    );
  });

  it('is as wide as ever where the only step took no time', () => {
    const { at } = timeScale([{ start: 2_001, end: 2_001 }], { start: 0, end: 10_000 });
    expect([at(0), at(2_001), at(10_000)]).toEqual([0, 0.5, 1]);
  });

  it('keeps work wide when a person took a day to decide', () => {
    const busy = [
      { start: 0, end: 10_000 },
      { start: 24 * hour, end: 24 * hour + 10_000 },
    ];
    const { at, pauses } = timeScale(busy, { start: 0, end: 24 * hour + 10_000 });
    expect(pauses).toMatchObject([{ start: 10_000, end: 24 * hour }]);
    expect(at(10_000)).toBeCloseTo(0.48);
  });

  it('shortens the one step that took far longer than all else, and no step among equals', () => {
    const steps = [1, 2, 3, 4].map((second) => ({ start: second * 100, end: second * 100 + 100 }));
    const long = { start: 500, end: 60_000 };
    expect(timeScale([...steps, long], { start: 0, end: 60_100 }).pauses).toMatchObject([long]);
    const equal = [1, 2, 3].map((second) => ({ start: second * 5000, end: second * 5000 + 5000 }));
    expect(timeScale(equal, { start: 5000, end: 20_000 }).pauses).toEqual([]);
  });

  it('draws a long step and the one within it nearly alike', () => {
    const parent = { start: 0, end: 17_000 };
    const within = { start: 100, end: 16_900 };
    const { at } = timeScale([parent, within], parent);
    expect(at(within.end) - at(within.start)).toBeGreaterThan(0.7);
  });

  it('is even where nothing has to be shortened', () => {
    const { at } = timeScale([{ start: 0, end: 1000 }], { start: 0, end: 1000 });
    expect(at(250)).toBeCloseTo(0.25);
  });
});

describe('the ticks of its axis', () => {
  it('are round, far enough apart, and outside of what is shortened', () => {
    fc.assert(
      fc.property(intervals, (busy) => {
        const scale = timeScale(busy, window);
        const ticks = ticksOf(scale, 0.1);
        for (const [index, { at, sinceMs }] of ticks.entries()) {
          expect(at).toBeCloseTo(scale.at(sinceMs));
          expect(scale.pauses.some(({ start, end }) => sinceMs > start && sinceMs < end)).toBe(
            false,
          );
          if (index > 0) expect(at - ticks[index - 1]!.at).toBeGreaterThanOrEqual(0.09);
        }
      }),
    );
  });

  it('count from the start of the run', () => {
    const scale = timeScale([{ start: 0, end: 10_000 }], { start: 0, end: 10_000 });
    expect(ticksOf(scale, 0.1).map(({ sinceMs }) => sinceMs)).toEqual([
      0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000,
    ]);
  });

  it('has no two times on its axis that read the same', () => {
    // A short rest is drawn wide after a wait of 15 s and a call of 25 s.
    const busy = [
      { start: 15_000, end: 40_200 },
      { start: 40_200, end: 41_000 },
    ];
    const short = timeScale(busy, { start: 0, end: 41_000 });
    expect(short.pauses).toHaveLength(2);
    const shown = ticksOf(short, 0.1).map(({ text }) => text);
    expect(shown.length).toBeGreaterThan(1);
    expect(new Set(shown).size).toBe(shown.length);
    fc.assert(
      fc.property(intervals, fc.integer({ min: 1, max: hour }), (given, end) => {
        const texts = ticksOf(timeScale(given, { start: 0, end }), 0.1).map(({ text }) => text);
        expect(new Set(texts).size).toBe(texts.length);
      }),
    );
  });
});
