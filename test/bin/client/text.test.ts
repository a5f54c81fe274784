import { describe, expect, it } from 'vitest';
import { durationText, spanText, tableLines, valueLines } from '../../../bin/client/text.ts';

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
