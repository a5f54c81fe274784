import { describe, expect, it } from 'vitest';
import {
  clockText,
  durationText,
  spanText,
  tableLines,
  valueLines,
  wrappedLines,
} from '../../../bin/client/text.ts';

describe('durationText', () => {
  it.each([
    [0, '0 ms'],
    [820, '820 ms'],
    [3_240, '3.2 s'],
    [125_000, '2 min 5 s'],
    [11_400_000, '3 h 10 min'],
  ])('writes %i ms as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

describe('clockText', () => {
  const now = new Date('2026-01-31T23:30:00Z');

  it.each([
    ['2026-01-31T09:08:07.654Z', '09:08:07 UTC'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01 00:00:00 UTC'],
  ])('writes %s as %s, and so the day where it is not today', (instant, text) => {
    expect(clockText(instant, now)).toBe(text);
  });
});

describe('spanText', () => {
  it('says nothing while the end is missing', () => {
    expect(spanText('2026-01-01T00:00:00Z', null)).toBeUndefined();
    expect(spanText('2026-01-01T00:00:00Z', '2026-01-01T00:00:02Z')).toBe('2.0 s');
  });
});

describe('valueLines', () => {
  it('writes text of several lines as it is, within a value too', () => {
    expect(valueLines('one\ntwo')).toEqual(['  one', '  two']);
    expect(valueLines({ report: 'one\ntwo' })).toEqual(['  report: |-', '    one', '    two']);
  });
});

describe('wrappedLines', () => {
  it('fills lines with whole parts, each line after the margin', () => {
    const parts = ['one=1', 'two=2', 'three=3'];
    expect(wrappedLines(parts, { columns: 13, margin: '  ' })).toEqual([
      '  one=1 two=2',
      '  three=3',
    ]);
    expect(wrappedLines(parts, { columns: 12, margin: '  ' })).toEqual([
      '  one=1',
      '  two=2',
      '  three=3',
    ]);
  });

  it('gives a part that is longer than a line one of its own', () => {
    expect(wrappedLines(['a', 'longest', 'b'], { columns: 4, margin: '' })).toEqual([
      'a',
      'longest',
      'b',
    ]);
    expect(wrappedLines([], { columns: 4, margin: '' })).toEqual([]);
  });
});

describe('tableLines', () => {
  it('makes every column as wide as its widest cell', () => {
    expect(
      tableLines([
        ['a', 'bbb', 'c'],
        ['aa', 'b', ''],
      ]),
    ).toEqual(['a   bbb  c', 'aa  b']);
  });
});
