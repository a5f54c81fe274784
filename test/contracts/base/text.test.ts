import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contracts/base/json.ts';
import { cutText, storable, storableText } from '../../../contracts/base/text.ts';

const anyText = fc.string({ unit: fc.integer({ max: 0xffff }).map((c) => String.fromCharCode(c)) });

describe('a text that is cut', () => {
  it('stays as it is where it fits', () => {
    expect(cutText('trend', 5)).toBe('trend');
  });

  it('ends in … and keeps to the limit', () => {
    expect(cutText('trends', 5)).toBe('tren…');
  });

  it('leaves an emoji at the cut out as a whole', () => {
    expect(cutText('abc📈 up', 5)).toBe('abc…');
    expect(cutText('abc📈 up', 6)).toBe('abc📈…');
  });

  it('is well-formed and no longer than the limit, whatever it holds', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, limit) => {
        const cut = cutText(text, limit);
        expect(cut.isWellFormed()).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('what the database can store', () => {
  it('holds U+FFFD in place of a NUL and of a lone surrogate', () => {
    expect(storableText('a\0b\ud83dc📈')).toBe('a\ufffdb\ufffdc📈');
  });

  it('is cleaned in every text and key of a value', () => {
    const value: Json = { 'k\0': ['\ud83d', 1, { inner: 'a\0', kept: null }], ok: true };
    expect(storable(value)).toEqual({
      'k\ufffd': ['\ufffd', 1, { inner: 'a\ufffd', kept: null }],
      ok: true,
    });
  });

  it('is the same reference where nothing had to change', () => {
    const value: Json = { list: ['📈', 1, { inner: null }], ok: true };
    expect(storable(value)).toBe(value);
  });

  it('keeps the parts that needed no change', () => {
    const fine = { price: 1 };
    expect(storable({ fine, bad: '\0' }).fine).toBe(fine);
  });

  it('is refused by nothing: no JSON text of it holds what jsonb refuses', () => {
    const json = fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText)));
    fc.assert(
      fc.property(json, (value) => {
        const clean = storable(value);
        expect(JSON.stringify(clean)).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/);
        expect(storable(clean)).toBe(clean);
      }),
    );
  });
});
