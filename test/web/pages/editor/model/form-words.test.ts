import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../contracts/base/json.ts';
import { checkDocument } from '../../../../../web/src/pages/editor/model/check-document.ts';
import {
  formText,
  withoutEmptiness,
} from '../../../../../web/src/pages/editor/model/problem-places.ts';
import { exampleCatalog } from '../../../../contracts/pipelines/catalog.ts';

const problemsOf = (node: Json) =>
  checkDocument({ name: 'desk', nodes: node === null ? [] : [node], edges: [] }, exampleCatalog())
    .problems;

describe('what a form says', () => {
  it.each<[Json, string[]]>([
    [{ id: 'a', kind: 'agent' }, ['Choose an agent', 'Write a task']],
    [{ id: 'a', kind: 'tool' }, ['Choose a tool']],
    [{ id: 'a', kind: 'condition', when: '' }, ['Write an expression']],
    [{ id: 'a', kind: 'condition' }, ['Write an expression']],
    [{ id: 'a', kind: 'transform', value: '{{  }}' }, ['Write an expression']],
    [{ id: 'a', kind: 'tool', tool: 'get_price', args: {} }, ['symbol is required']],
  ])('of %j asks for what is missing', (node, said) => {
    expect(problemsOf(node).map(formText)).toEqual(said);
  });

  it('is nothing of a new pipeline without nodes', () => {
    const problems = problemsOf(null);
    expect(problems).toHaveLength(1);
    expect(withoutEmptiness(problems, true)).toEqual([]);
    expect(withoutEmptiness(problems, false)).toBe(problems);
  });
});
