import { expect, test } from 'vitest';
import { boundedPattern } from '../../../../../activities/base/bounded-pattern.ts';

test('After five texts that take too long, none matches any more', () => {
  const pattern = boundedPattern('^(a+)+$', 'u');
  const slow = `${'a'.repeat(40)}!`;
  for (let count = 0; count < 4; count += 1) expect(pattern.test(slow)).toBe(false);
  expect(pattern.test('aaa')).toBe(true);
  expect(pattern.test(slow)).toBe(false);
  expect(pattern.test('aaa')).toBe(false);
});
