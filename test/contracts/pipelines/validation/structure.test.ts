import { test } from 'vitest';
import { document, expectMistake, price } from './support.ts';
import type { Case } from './support.ts';

const structure: Case[] = [
  ['no object', 'text', '', 'a pipeline must be an object', 'write an object'],
  ['no name', { nodes: [price] }, 'name', 'name is missing', 'give name: text'],
  [
    'a bad name',
    { ...document(price), name: 'Bad Name' },
    'name',
    'has the wrong format',
    'lowercase letters',
  ],
  ['no nodes', { name: 'tested' }, 'nodes', 'nodes is missing', 'give nodes: a list'],
  ['empty nodes', document(), 'nodes', 'at least one node', 'add a node'],
  [
    'an unknown field',
    { ...document(price), node: [] },
    'node',
    'field node not found',
    'did you mean nodes?',
  ],
  [
    'a node that is a text',
    { name: 'tested', nodes: ['price'] },
    'nodes[0]',
    'a node must be an object',
    'with id and kind',
  ],
  [
    'a node without kind',
    document({ id: 'a' }),
    'nodes[0].kind',
    'kind is missing',
    'the kinds are agent, model',
  ],
  [
    'an unknown kind',
    document({ id: 'a', kind: 'tol' }),
    'nodes[0].kind',
    'kind tol not found',
    'did you mean tool?',
  ],
  [
    'a kind that has another name here',
    document(price, { id: 'a', kind: 'while', maximum: 3 }),
    'nodes[1].kind',
    'kind while not found',
    'use loop to repeat a pipeline until a condition holds',
  ],
  [
    'an unknown field of a node',
    document({ ...price, argss: {} }),
    'nodes[0].argss',
    'field argss not found',
    'did you mean args?',
  ],
  [
    'an unknown nested field',
    document({ ...price, retry: { maximumAttempts: 2, wait: 1 } }),
    'nodes[0].retry.wait',
    'field wait not found',
    'choose one of: maximumAttempts',
  ],
  [
    'a missing field',
    document({ id: 'a', kind: 'tool' }),
    'nodes[0].tool',
    'tool is missing',
    'give tool: text',
  ],
  [
    'a field of the wrong type',
    document({ ...price, tool: 5 }),
    'nodes[0].tool',
    'must be text, not a number',
    'write text',
  ],
  [
    'a bad id',
    document({ ...price, id: 'my-price' }),
    'nodes[0].id',
    'not an identifier',
    'letters, digits and _',
  ],
  [
    'a bad duration',
    document({ ...price, timeout: '5 minutes' }),
    'nodes[0].timeout',
    'is not a duration',
    'such as 30s, 5m',
  ],
  [
    'no time at all',
    document({ ...price, timeout: '0s' }),
    'nodes[0].timeout',
    'must be from 1ms to 365d',
    'such as 30s, 5m',
  ],
  [
    'a limit',
    document({ ...price, retry: { maximumAttempts: 50 } }),
    'nodes[0].retry.maximumAttempts',
    'must be at most 20',
    'use at most 20',
  ],
  [
    'a bad choice',
    document({ ...price, onError: 'continu' }),
    'nodes[0].onError',
    'must be one of fail, continue, port',
    'did you mean continue?',
  ],
  [
    'a bad edge',
    { ...document(price), edges: [{ from: 'price' }] },
    'edges[0].to',
    'to is missing',
    'give to: text',
  ],
];

test.each(structure)(
  'a mistake in structure is told once, with its place and a fix: %s',
  (...tested) => {
    expectMistake(tested);
  },
);
