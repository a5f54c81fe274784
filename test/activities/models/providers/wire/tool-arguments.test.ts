import { describe, expect, it } from 'vitest';
import { readToolArguments } from '../../../../../activities/models/providers/wire/tool-arguments.ts';

const nested = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;

describe('arguments that a model nests 200,000 deep', () => {
  it.each([
    ['text', nested, { argsText: nested }],
    ['a value', JSON.parse(nested), {}],
  ])('as %s are told to it as a mistake', (_form, written, asWritten) => {
    expect(readToolArguments(written)).toEqual({
      args: {},
      argsError: expect.stringContaining('nested more than 200 levels deep'),
      ...asWritten,
    });
  });
});
