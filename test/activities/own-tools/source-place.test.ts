import { describe, expect, test } from 'vitest';
import { nameInSource, placeInSource } from '../../../activities/own-tools/own-tools.ts';

const withConstants = `
import { defineTool } from '../../contracts/own-tool.ts';

const source = { name: 'central_bank', plan: 'any' };

export default defineTool({
  name: 'get_rate',
  plan: 'golden',
  handle: () => source,
});
`;
const apart = `
const definition = { name: 'get_rate', plan: 'golden' };
export default defineTool(definition);
`;

describe('in the text of a tool', () => {
  test('the name is that of the definition, not of a constant above it', () => {
    expect(nameInSource(withConstants)).toBe('get_rate');
  });

  test('a property is found in the definition, not in a constant above it', () => {
    expect(placeInSource(withConstants, 'name')).toEqual({ line: 7, column: 3 });
    expect(placeInSource(withConstants, 'plan.tier')).toEqual({ line: 8, column: 3 });
  });

  test('a definition that is written apart is looked at where it is', () => {
    expect(nameInSource(apart)).toBe('get_rate');
    expect(placeInSource(apart, 'plan')).toEqual({ line: 2, column: 40 });
  });

  test('what is not written anywhere is at the export, else at the start', () => {
    expect(nameInSource('export default {};')).toBeUndefined();
    expect(placeInSource(apart, 'schema')).toEqual({ line: 3, column: 1 });
    expect(placeInSource('', 'schema')).toEqual({ line: 1, column: 1 });
  });
});
