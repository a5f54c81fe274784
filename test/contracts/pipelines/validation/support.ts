import { expect } from 'vitest';
import type { Catalog } from '../../../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

/** A document with one mistake, and what is said of it. */
export type Case = [name: string, tested: unknown, path: string, message: string, fix: string];

export const price = { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } };
export const transform = (id: string, value: unknown = null) => ({ id, kind: 'transform', value });
export const document = (...nodes: object[]) => ({ name: 'tested', nodes });

/** A document whose one node may read inputs of the given schema. */
export const withInputs = (inputs: object, value: unknown = null) => ({
  ...document(transform('a', value)),
  inputs,
});

/** `yes` or `no` runs, then `end`, which has the value. */
export const forked = (value: unknown) => ({
  ...document(
    { id: 'c', kind: 'condition', when: 'true' },
    transform('yes'),
    transform('no'),
    transform('end', value),
  ),
  edges: [
    { from: 'c', to: 'yes' },
    { from: 'c', port: 'no', to: 'no' },
    { from: 'yes', to: 'end' },
    { from: 'no', to: 'end' },
  ],
});

/** `a` and `b` meet in a join of the mode, then comes `end`, which has the value. */
export const raced = (mode: object, value: unknown) => ({
  ...document(
    transform('a'),
    transform('b'),
    { id: 'j', kind: 'join', ...mode },
    transform('end', value),
  ),
  edges: [
    { from: 'a', to: 'j' },
    { from: 'b', to: 'j' },
    { from: 'j', to: 'end' },
  ],
});

export function problemsOf(tested: unknown, catalog: Catalog = exampleCatalog()) {
  return validatePipeline(tested, catalog).problems;
}

/** Expects the mistake to be told once, with its place and a fix. */
export function expectMistake([, tested, path, message, fix]: Case): void {
  const problems = problemsOf(tested);
  expect(problems).toHaveLength(1);
  expect(problems[0]!.path).toBe(path);
  expect(problems[0]!.message).toContain(message);
  expect(problems[0]!.fix).toContain(fix);
}
