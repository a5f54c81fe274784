import { expect, test } from 'vitest';
import { checkAgent } from '../../../contracts/agents/check.ts';

const known = { tools: ['get_price'], agents: ['helper'], providers: ['openai'] };
const watcher = { name: 'watcher', role: 'Watcher', instructions: 'Watch.' };
const problemsOf = (more: object) => checkAgent({ ...watcher, ...more }, known).problems;

test.each<[string, object, string, string]>([
  ['a role of spaces', { role: '   ' }, 'role', 'must be at least 1 character'],
  ['a long role', { role: 'x'.repeat(121) }, 'role', 'must be at most 120 characters'],
  ['instructions of spaces', { instructions: ' \n' }, 'instructions', 'at least 1 character'],
  ['long instructions', { instructions: 'x'.repeat(50_001) }, 'instructions', 'at most 50000'],
  ['a tool twice', { tools: ['get_price', 'get_price'] }, 'tools[1]', 'in the list twice'],
  ['a delegate twice', { delegates: ['helper', 'helper'] }, 'delegates[1]', 'in the list twice'],
  ['a model twice', { models: ['openai:a', 'openai:a'] }, 'models[1]', 'in the list twice'],
  ['no time', { limits: { time: '0s' } }, 'limits.time', 'must be from 1s to 30d'],
  ['all time', { limits: { time: '99999999d' } }, 'limits.time', 'must be from 1s to 30d'],
  ['a time without a unit', { limits: { time: '5' } }, 'limits.time', 'is not a duration'],
  [
    'its plan approved without having one',
    { planApproval: { approvers: ['desk'] } },
    'planApproval',
    'there is no plan to approve',
  ],
  [
    'its plan approved by nobody',
    { planning: 'model', planApproval: { approvers: [] } },
    'planApproval.approvers',
    'at least 1',
  ],
  [
    'a tool asked about that there is not',
    { sideEffects: { alwaysAsk: ['get_prise'] } },
    'sideEffects.alwaysAsk[0]',
    'tool get_prise not found',
  ],
  ['a name with a capital', { name: 'Watcher' }, 'name', 'lowercase letters, digits, _ and -'],
])('an agent cannot have %s, and is told once why', (_what, more, path, message) => {
  expect(problemsOf(more)).toMatchObject([{ path, message: expect.stringContaining(message) }]);
});

test('spaces around the role and the instructions of an agent do not count', () => {
  const { agent } = checkAgent(
    { ...watcher, role: ' Watcher ', instructions: '\nWatch.\n' },
    known,
  );
  expect(agent).toMatchObject({ role: 'Watcher', instructions: 'Watch.' });
});

test.each([
  ['tools', 'get_prise', 'did you mean get_price?'],
  ['delegates', 'helpr', 'did you mean helper?'],
  ['models', 'opnai:gpt', 'did you mean openai?'],
])('of many unknown %s few are compared with what there is', (field, name, fix) => {
  const problems = problemsOf({ [field]: Array(400).fill(name) });
  expect(problems.filter((found) => found.fix === fix)).toHaveLength(20);
});
