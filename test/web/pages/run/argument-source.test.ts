import { expect, it } from 'vitest';
import type { PipelineNode } from '../../../../contracts/pipelines/nodes/index.ts';
import { argumentSource } from '../../../../web/src/pages/run/inspector/argument-source.ts';

const withArgs = (args: unknown) =>
  argumentSource({ id: 'order', kind: 'tool', tool: 'create_paper_order', args } as PipelineNode);

it.each([
  '{{ nodes.approval.output.args }}',
  '{{nodes.approval.output}}\n',
  "{{ nodes['approval'].output.args }}",
])('finds the node whose output %s is', (args) => {
  expect(withArgs(args)).toBe('approval');
});

it.each([
  ['fields', { quantity: '{{ nodes.approval.output.args.quantity }}' }],
  ['more than one expression', '{{ nodes.a.output }} {{ nodes.b.output }}'],
  ['an expression that reckons', '{{ nodes.a.output.x + 1 }}'],
  ['an input', '{{ inputs.order }}'],
])('finds none where the arguments are %s', (_what, args) => {
  expect(withArgs(args)).toBeUndefined();
});

it('finds none of a node without arguments', () => {
  expect(argumentSource({ id: 'a', kind: 'transform', value: 1 } as PipelineNode)).toBeUndefined();
});
