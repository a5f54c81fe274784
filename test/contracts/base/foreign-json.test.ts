import { expect, test } from 'vitest';
import { foreignJson } from '../../../contracts/base/foreign-json.ts';
import { mostLevels } from '../../../contracts/base/nesting.ts';

const nested = (opening: string, closing: string, levels: number) =>
  `${opening.repeat(levels)}1${closing.repeat(levels)}`;

test('JSON of others is read as far as it nests', () => {
  expect(foreignJson('{"a":[null]}')).toEqual({ a: [null] });
  expect(foreignJson(nested('[', ']', mostLevels))).toBeDefined();
  expect(foreignJson(nested('[', ']', mostLevels + 1))).toBeUndefined();
});

test.each([
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
])('200,000 times %s is no JSON', (opening, closing) => {
  expect(foreignJson(nested(opening, closing, 200_000))).toBeUndefined();
});

test.each(['', '{', 'yes', '[1,]'])('%j is no JSON', (text) => {
  expect(foreignJson(text)).toBeUndefined();
});
