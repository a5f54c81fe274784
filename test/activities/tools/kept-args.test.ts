import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortened } from '../../../activities/tools/call-record.ts';
import type { Json } from '../../../contracts/base/json.ts';

test('what fits is kept as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = value as Json;
      expect(shortened(json, JSON.stringify(json).length)).toBe(json);
    }),
  );
});

test('what is too long keeps its form, and says where it was cut', () => {
  const report = { entry: 'close > sma50', equity: Array<number>(1_000).fill(1.5) };
  expect(shortened({ reports: [report] }, 4_000)).toEqual({
    reports: [{ entry: 'close > sma50', equity: [...Array<number>(50).fill(1.5), '…'] }],
  });
  const many = Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => [`key${index}`, 'x'.repeat(90)]),
  );
  const kept = shortened(many, 4_000) as Record<string, Json>;
  expect(Object.keys(kept)).toHaveLength(21);
  expect(kept['…']).toBe('…');
});

test('no value takes more than it may, whatever its form', () => {
  const deep = (levels: number): Json =>
    levels === 0 ? 'x' : Array<Json>(3).fill(deep(levels - 1));
  for (const value of [deep(9), 'x'.repeat(9_000), { a: 'x'.repeat(9_000) }]) {
    const kept = shortened(value, 4_000);
    const text = typeof kept === 'string' ? kept : JSON.stringify(kept);
    expect(text.length).toBeLessThanOrEqual(4_000);
  }
});
