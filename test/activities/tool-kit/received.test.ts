import { expect, test } from 'vitest';
import { received } from '../../../activities/tool-kit/received.ts';

test.each([
  ['a text in quotation marks', 'quantity', 'many', '"many"'],
  ['a number as it is', 'limit', 900, '900'],
  ['a list as JSON', 'price', [1], '[1]'],
  ['nothing of what stands under a telling name', 'apiKey', 'hunter-2', '"[key]"'],
  ['no key within a text', 'text', 'use sk-abcdefgh12345678', '"use [key]"'],
])('a refusal shows %s', (_what, name, value, shown) => {
  expect(received(name, value)).toBe(shown);
});

test('a refusal shows the beginning of a long text', () => {
  expect(received('quantity', `Report. ${'more '.repeat(100)}`)).toMatch(
    /^"Report\. more .{40,60}…"$/,
  );
});
