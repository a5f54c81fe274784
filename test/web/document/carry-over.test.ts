import { expect, it } from 'vitest';
import { carryOver } from '../../../web/src/document/carry-over.ts';

const text = (...lines: string[]) => lines.join('\n');

it('leaves the lines that do not change as they are written', () => {
  const carried = carryOver(text("k: 'v'", 'n:   1'), text('k: v', 'n: 1'), text('k: v', 'n: 2'));
  expect(carried).toBe(text("k: 'v'", 'n: 2'));
});

it('takes the changed lines as a whole where they are written in another number of lines', () => {
  const carried = carryOver(
    text('first', 'long: a', '  b', "old: '1'", 'last'),
    text('first', 'long: a b', 'old: 1', 'last'),
    text('first', 'long: a b', 'old: 2', 'last'),
  );
  expect(carried).toBe(text('first', 'long: a b', 'old: 2', 'last'));
});
