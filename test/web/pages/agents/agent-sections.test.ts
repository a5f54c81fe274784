import { expect, test } from 'vitest';
import { agentSchema, builtInAgents } from '../../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import {
  agentSections,
  definitionOf,
  textsOf,
} from '../../../../web/src/pages/agents/form/agent-sections.ts';

const sections = agentSections({
  tools: ['get_price', 'get_ohlcv'],
  agents: ['research'],
  planners: ['fixed'],
});

test('an agent is asked for in sections that are drawn from its schema', () => {
  expect(sections.map(({ path }) => path)).toEqual([
    '',
    'planApproval',
    'planApproval.escalate',
    'memory',
    'sideEffects',
    'sideEffects.escalate',
    'limits',
    'limits.budget',
  ]);
  const controls = Object.fromEntries(
    sections.flatMap(({ fields }) => fields.map(({ name, control }) => [name, control])),
  );
  expect(controls).toMatchObject({
    name: 'text',
    instructions: 'paragraph',
    models: 'lines',
    tools: 'marks',
    delegates: 'marks',
    planning: 'choice',
    engine: 'choice',
    turns: 'number',
    usd: 'number',
  });
});

test.each(Object.values(builtInAgents))('$name, shown and not changed, is the same', (agent) => {
  const texts = textsOf(sections, agent as unknown as JsonObject);
  expect(agentSchema.parse(definitionOf(sections, texts))).toEqual({
    ...agent,
    failoverOnContentFilter: false,
  });
});

test('planners of files can be chosen beside those that there always are', () => {
  const planning = sections[0]?.fields.find(({ name }) => name === 'planning');
  expect(planning?.choices).toEqual(['none', 'model', 'fixed']);
});

test('a budget, a list and a form of its own are shown and read', () => {
  const output = { type: 'object', properties: { verdict: { type: 'string' } } };
  const agent = agentSchema.parse({
    name: 'one',
    role: 'One',
    instructions: 'First this.\nThen that.',
    models: ['openai:gpt-5.2', 'anthropic:claude-sonnet-5'],
    tools: ['get_price', 'no_more'],
    failoverOnContentFilter: true,
    limits: { budget: { usd: 0.5, onLimit: 'cheaper', cheaperModels: ['demo:trend'] } },
    output,
  });
  const texts = textsOf(sections, agent as unknown as JsonObject);
  expect(agentSchema.parse(definitionOf(sections, texts))).toEqual(agent);
});

test('what it may do outside is left out until it is changed', () => {
  const texts = textsOf(sections, { name: 'one' });
  expect(definitionOf(sections, texts)).not.toHaveProperty('sideEffects');
  const changed = {
    ...texts,
    sideEffects: { ...texts['sideEffects'], policy: '"ask-after-outside"' },
  };
  expect(definitionOf(sections, changed)['sideEffects']).toEqual({
    policy: 'ask-after-outside',
    approvers: ['operator'],
    timeout: '24h',
  });
});

test('a budget without an amount is none, and the name of a form stays one', () => {
  const texts = textsOf(sections, {});
  const written = { ...texts, '': { ...texts[''], name: 'one', output: ' TradeDecision ' } };
  expect(definitionOf(sections, written)).toMatchObject({ name: 'one', output: 'TradeDecision' });
  expect(definitionOf(sections, written)['limits']).not.toHaveProperty('budget');
});

test('the approval of its plan is left out until it says who approves', () => {
  const texts = textsOf(sections, { name: 'one', planning: 'model' });
  expect(definitionOf(sections, texts)).not.toHaveProperty('planApproval');
  const planApproval = { ...texts['planApproval'], approvers: 'desk' };
  expect(definitionOf(sections, { ...texts, planApproval })['planApproval']).toEqual({
    approvers: ['desk'],
    timeout: '24h',
  });
});

test('what a person approves of it is shown and read', () => {
  const agent = agentSchema.parse({
    name: 'one',
    role: 'One',
    instructions: 'Look.',
    tools: ['get_price'],
    planning: 'model',
    planApproval: {
      approvers: ['desk'],
      quorum: 2,
      escalate: { after: '1h', approvers: ['head'] },
    },
    sideEffects: { alwaysAsk: ['get_price'] },
    failoverOnContentFilter: false,
  });
  const texts = textsOf(sections, agent as unknown as JsonObject);
  expect(agentSchema.parse(definitionOf(sections, texts))).toEqual(agent);
});
