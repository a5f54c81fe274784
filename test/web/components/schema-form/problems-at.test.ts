import { expect, it } from 'vitest';
import {
  problemsAt,
  problemsElsewhere,
} from '../../../../web/src/components/schema-form/problems-at.ts';

const problems = [
  { path: 'input.symbol', message: 'it is missing', fix: 'write one' },
  { path: 'input.symbols[0]', message: 'no text' },
  { path: 'input.range.from', message: 'no date' },
  { path: 'pipeline', message: 'there is none' },
];

it('shows a problem at its field, and what is wrong within it', () => {
  expect(problemsAt(problems, 'input.symbol')).toEqual(['it is missing; write one']);
  expect(problemsAt(problems, 'input.symbols')).toEqual(['no text']);
  expect(problemsAt(problems, 'input.range')).toEqual(['no date']);
  expect(problemsAt(problems, 'input.r')).toEqual([]);
});

it('shows with its place what is wrong at none of the fields', () => {
  expect(problemsElsewhere(problems, ['input.symbol', 'input.range'])).toEqual([
    'input.symbols[0]: no text',
    'pipeline: there is none',
  ]);
  expect(problemsElsewhere(problems, ['input', 'pipeline'])).toEqual([]);
});
