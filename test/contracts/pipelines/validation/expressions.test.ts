import { test } from 'vitest';
import { document, expectMistake, forked, price, raced, transform } from './support.ts';
import type { Case } from './support.ts';

const expressions: Case[] = [
  [
    'bad syntax',
    document(transform('a', { b: ['{{ 1 + }}'] })),
    'nodes[0].value.b[0]',
    'the expression is incomplete at character 4',
    'the language is CEL',
  ],
  [
    'an unclosed {{',
    document(transform('a', 'x {{ 1 }')),
    'nodes[0].value',
    'a {{ is not closed at character 3',
    'add }}',
  ],
  [
    'a condition in braces',
    document({ id: 'c', kind: 'condition', when: '{{ inputs.a }}' }),
    'nodes[0].when',
    'of `{{ inputs.a }}`',
    'without {{ and }}',
  ],
  [
    'a condition that is a text',
    document({ id: 'c', kind: 'condition', when: '"yes"' }),
    'nodes[0].when',
    'gives string, not true or false',
    'compare it',
  ],
  [
    'a bare name',
    document(transform('a', '{{ symbol }}')),
    'nodes[0].value',
    'Unknown variable: symbol',
    'inputs, nodes and run',
  ],
  [
    'the bare name of a node',
    document(price, transform('a', '{{ price }}')),
    'nodes[1].value',
    'Unknown variable: price',
    'did you mean nodes.price.output?',
  ],
  [
    'an empty expression',
    document(transform('a', '{{  }}')),
    'nodes[0].value',
    'an expression cannot be empty',
    'write an expression',
  ],
  [
    'an unknown node',
    document(price, transform('a', '{{ nodes.prise.output }}')),
    'nodes[1].value',
    'node prise not found',
    'did you mean price?',
  ],
  [
    'a node that reads itself',
    document(transform('a', '{{ nodes.a.output }}')),
    'nodes[0].value',
    'a node cannot read itself',
    'runs before it',
  ],
  [
    'a node that does not run before',
    document(price, transform('a', '{{ nodes.price.output }}')),
    'nodes[1].value',
    'price does not run before a',
    'add an edge from price to a',
  ],
  [
    'a node whose id is worked out',
    document(price, transform('a', "{{ nodes['pri' + 'ce'].output }}")),
    'nodes[1].value',
    'the name of the node must be written out',
    'nodes.price.output',
  ],
  [
    'all nodes at once',
    document(price, transform('a', '{{ nodes }}')),
    'nodes[1].value',
    'the name of the node must be written out',
    'nodes.price.output',
  ],
  [
    'a forgotten output',
    { ...document(price), output: '{{ nodes.price.last }}' },
    'output',
    'a node has no field last',
    'nodes.price.output.last',
  ],
  [
    'an unknown field of run',
    { ...document(price), output: '{{ run.name }}' },
    'output',
    'run has no field name',
    'use run.id',
  ],
  [
    'a node that may be skipped',
    forked('{{ nodes.yes.output }}'),
    'nodes[3].value',
    'yes may be skipped',
    'nodes.?yes.?output.orValue(null)',
  ],
  [
    'a node that may be skipped, in the output',
    { ...forked(null), output: { a: '{{ nodes.no.output }}' } },
    'output.a',
    'no may be skipped',
    'nodes.?no.?output.orValue(null)',
  ],
  [
    'a branch that a join does not wait for',
    raced({ mode: 'any' }, '{{ nodes.a.output }}'),
    'nodes[3].value',
    'a may be skipped or still running',
    'nodes.?a.?output.orValue(null)',
  ],
  [
    'a node that may fail',
    { ...document({ ...price, onError: 'continue' }), output: '{{ nodes.price.output }}' },
    'output',
    'price may fail while the run continues',
    'nodes.?price.?output.orValue(null)',
  ],
];

test.each(expressions)(
  'a mistake in an expression is told once, with its place and a fix: %s',
  (...tested) => {
    expectMistake(tested);
  },
);
