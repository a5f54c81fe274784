import { expect, test } from 'vitest';
import { agentSchema, builtInAgents } from '../../../contracts/agents.ts';
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

test('a document nested too deeply is told so before anything reads it', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  const message = 'is nested too deeply';
  const tested = document(transform('a', deep));
  expectMistake(['deep', tested, 'nodes[0].value', message, 'at most 64 levels']);
});

test('an approval needs the operator, as whom decisions are made', () => {
  const approval = { id: 'a', kind: 'approval', show: 'x' };
  const fix = 'add operator: it is who the API and the command decide as';
  const tested = document({ ...approval, approvers: ['risk'] });
  expectMistake(['approvers', tested, 'nodes[0].approvers', 'nobody of these can decide', fix]);
  const both = document({ ...approval, approvers: ['risk', 'operator'] });
  expect(problemsOf(both)).toStrictEqual([]);
});
