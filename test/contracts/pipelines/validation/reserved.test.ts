import { expect, test } from 'vitest';
import { agentSchema, builtInAgents } from '../../../../contracts/agents/index.ts';
import { document, expectMistake, problemsOf, transform } from './support.ts';

test.each([
  '__proto__',
  'constructor',
  'prototype',
  'inputs',
  'nodes',
  'run',
  'in',
  'true',
  'null',
])('a node cannot have the id %s', (id) => {
  const fix = 'choose another name';
  expectMistake([id, document(transform(id)), 'nodes[0].id', 'is a reserved name', fix]);
});

test('an id may begin as a reserved name does', () => {
  expect(problemsOf(document(transform('input'), transform('runs')))).toStrictEqual([]);
});

test.each(['constructor', 'prototype'])('no pipeline or agent is called %s', (name) => {
  const tested = { ...document(transform('a')), name };
  expectMistake([name, tested, 'name', 'is a reserved name', 'choose another name']);
  const agent = agentSchema.safeParse({ ...builtInAgents['research'], name });
  expect(agent.error?.issues).toMatchObject([{ path: ['name'] }]);
});

test('no pipeline is called new, which is the address of the page that begins one', () => {
  const named = (name: string) => ({ ...document(transform('a')), name });
  expectMistake(['new', named('new'), 'name', 'is a reserved name', 'choose another name']);
  expect(problemsOf(named('newer'))).toStrictEqual([]);
});

test('a document nested too deeply is told so before anything reads it', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const message = 'more than 64 levels of objects and lists';
  const tested = document(transform('a', deep));
  expectMistake(['deep', tested, 'nodes[0].value', message, 'use fewer objects and lists']);
});

test('an approval names people and roles', () => {
  const approval = { id: 'a', kind: 'approval', show: 'x', approvers: ['ann', 'approver'] };
  expect(problemsOf(document(approval))).toStrictEqual([]);
});

test('what can be changed of an approval is the arguments of a tool', () => {
  const approval = { id: 'a', kind: 'approval', show: 'x' };
  const args = { symbol: 'SPX' };
  const problemAt = (node: object) => problemsOf(document({ ...approval, ...node }));
  expect(problemAt({ tool: 'get_price', args })).toStrictEqual([]);
  expect(problemAt({ tool: 'get_price', args: '{{ inputs }}' })).toStrictEqual([]);
  expect(problemAt({ args })).toMatchObject([{ path: 'nodes[0].tool' }]);
  expect(problemAt({ tool: 'get_price' })).toMatchObject([{ path: 'nodes[0].args' }]);
  expect(problemAt({ tool: 'get_prise', args })).toMatchObject([
    { path: 'nodes[0].tool', fix: 'did you mean get_price?' },
  ]);
  expect(problemAt({ tool: 'get_price', args: { simbol: 'SPX' } })).toMatchObject([
    { path: 'nodes[0].args.simbol' },
  ]);
});
