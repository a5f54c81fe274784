import { describe, expect, it } from 'vitest';
import { nodeKinds } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import {
  formFields,
  outageFormFields,
} from '../../../../../web/src/pages/editor/inspector/form-fields.ts';
import type { FormField } from '../../../../../web/src/pages/editor/inspector/form-fields.ts';

const kinds = Object.keys(nodeKinds) as NodeKindName[];

function controls(kind: NodeKindName): Record<string, string> {
  const { basic, advanced } = formFields(kind);
  return Object.fromEntries([...basic, ...advanced].map(({ name, control }) => [name, control]));
}

describe('the form of a node', () => {
  it.each(kinds)('asks for every field that %s has', (kind) => {
    const asked = ['id', 'kind', ...Object.keys(controls(kind))];
    expect(asked.toSorted()).toEqual(Object.keys(nodeKinds[kind].schema.shape).toSorted());
  });

  it('has expressions, names and arguments asked for as such', () => {
    expect(controls('agent')).toMatchObject({
      agent: 'name',
      task: 'template',
      tools: 'names',
      maximumTurns: 'number',
      failoverOnContentFilter: 'flag',
      timeout: 'duration',
      retry: 'group',
      onError: 'choice',
    });
    expect(controls('condition')).toMatchObject({ when: 'expression' });
    expect(controls('switch')).toMatchObject({ value: 'expression', cases: 'cases' });
    expect(controls('tool')).toMatchObject({ args: 'arguments' });
    expect(controls('transform')).toMatchObject({ value: 'value' });
  });

  it('says which fields are needed, and what counts without the others', () => {
    const { basic, advanced } = formFields('approval');
    const named = (name: string) => [...basic, ...advanced].find((field) => field.name === name);
    expect(named('show')).toMatchObject({ isRequired: true });
    expect(named('timeout')).toMatchObject({ isRequired: false, fallback: '24h' });
    expect(named('onTimeout')).toMatchObject({ choices: ['reject', 'fail'], fallback: 'reject' });
  });

  it('explains a field by the node or group that has it', () => {
    const named = (fields: FormField[], name: string) =>
      fields.find((field) => field.name === name);
    expect(named(formFields('join').basic, 'quorum')).toMatchObject({
      help: 'How many branches must arrive',
    });
    const { basic, advanced } = formFields('approval');
    const approval = [...basic, ...advanced];
    const sideEffects = named(formFields('tool').basic, 'sideEffects')?.fields ?? [];
    for (const fields of [approval, sideEffects]) {
      expect(named(fields, 'quorum')).toMatchObject({
        label: 'Approvals needed',
        help: 'How many different people must approve. Default: 1',
        control: 'number',
      });
      expect(named(fields, 'remindAfter')).toMatchObject({ control: 'duration' });
      const escalate = named(fields, 'escalate')?.fields ?? [];
      expect(escalate.map(({ label, control }) => [label, control])).toEqual([
        ['After', 'duration'],
        ['Additional approvers', 'lines'],
        ['Approvals needed from them alone', 'number'],
      ]);
      expect(escalate.every(({ help }) => help !== undefined)).toBe(true);
    }
  });
});

it('a pipeline has the terms for outages that its nodes have', () => {
  const ofNode = formFields('tool').advanced.filter(({ name }) => /outage/i.test(name));
  expect(ofNode.map(({ control }) => control)).toEqual(['choice', 'duration']);
  expect(outageFormFields()).toEqual(ofNode);
});

it('keeps what few need apart from what one begins with', () => {
  const namesOf = (fields: { name: string }[]) => fields.map(({ name }) => name);
  const { basic, advanced } = formFields('model');
  expect(namesOf(basic)).toEqual(['title', 'prompt', 'system', 'models', 'schema']);
  expect(namesOf(advanced).slice(0, 3)).toEqual([
    'failoverOnContentFilter',
    'maximumOutputTokens',
    'temperature',
  ]);
  expect(namesOf(advanced)).toContain('onError');
});
