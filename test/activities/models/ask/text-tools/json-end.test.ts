import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonEnd } from '../../../../../activities/models/ask/text-tools/json-end.ts';

test.each([[String.raw`{"a":"\"}"}`], [String.raw`{"a":"\\"}`], [String.raw`["\\\"]"]`]])(
  'What a backslash escapes ends no text within JSON: %s',
  (json) => {
    expect(createJsonEnd(0)(`${json} }]`)).toBe(json.length);
  },
);

test('The end is found however the text grows', () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 5 }), (given, size) => {
      const json = JSON.stringify(given);
      const text = `x ${json} and more`;
      const endIn = createJsonEnd(2);
      for (let at = size; at < 2 + json.length; at += size) {
        expect(endIn(text.slice(0, at))).toBeUndefined();
      }
      expect(endIn(text)).toBe(2 + json.length);
      expect(endIn(text)).toBe(2 + json.length);
    }),
  );
});
