import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../contracts/base/json.ts';
import {
  readValue,
  textOfValue,
} from '../../../../../web/src/pages/editor/inspector/template-text.ts';

describe('a field for any value', () => {
  it('gives back every value that it shows', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        fc.pre(typeof value !== 'string' || value.trim() !== '');
        expect(readValue(textOfValue(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['{{ nodes.decide.output }}', '{{ nodes.decide.output }}'],
    ['  {{ inputs.a }} and b', '  {{ inputs.a }} and b'],
    ['just text', 'just text'],
    ['5', 5],
    ['true', true],
    ['"5"', '5'],
    ['a: 1', { a: 1 }],
    ["order: '{{ nodes.a.output }}'", { order: '{{ nodes.a.output }}' }],
    ['- 1\n- 2', [1, 2]],
    ['a: [', 'a: ['],
    ['null', null],
    ['', undefined],
  ])('takes %j as %j', (text, value) => {
    expect(readValue(text)).toEqual(value);
  });

  it.each([
    ['5', '"5"'],
    ['{{ a }}', '{{ a }}'],
  ])('shows the text %j as %j', (value, text) => {
    expect(readValue(textOfValue(value))).toBe(value);
    expect(textOfValue(value).replaceAll("'", '"')).toBe(text);
  });
});
