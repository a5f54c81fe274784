import { expect, it } from 'vitest';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

const person = (user: string, ...roles: ('approver' | 'viewer' | 'admin')[]) => ({
  name: user,
  user,
  roles,
  groups: user === 'ann' ? ['desk'] : [],
});
const people = [
  { name: 'operator', user: 'local', roles: ['admin' as const], groups: [] },
  person('ann', 'approver'),
  person('ben', 'viewer'),
];

function warningsOf(terms: object) {
  const node = { id: 'confirm', kind: 'approval', show: 'this report', ...terms };
  const catalog = { ...exampleCatalog(), groups: ['desk'], people };
  const { problems, warnings } = validatePipeline({ name: 'made', nodes: [node] }, catalog);
  expect(problems).toEqual([]);
  return warnings.map(({ path, message }) => `${path}: ${message}`);
}

it('warns of more approvals than there are people who can give them', () => {
  expect(warningsOf({ quorum: 3 })).toEqual([
    'nodes[0].quorum: 3 people must approve, but only operator, ann can decide this now',
  ]);
  expect(warningsOf({ approvers: ['desk'], quorum: 2 })).toEqual([
    'nodes[0].quorum: 2 people must approve, but only ann can decide this now',
  ]);
  expect(warningsOf({ approvers: ['ben'] })).toEqual([
    'nodes[0].approvers: nobody can decide this now',
  ]);
});

it('says nothing where there are enough, counts those who may decide later, and where not everyone is known', () => {
  expect(warningsOf({ quorum: 2 })).toEqual([]);
  const escalate = { after: '1h', approvers: ['admin'] };
  expect(warningsOf({ approvers: ['desk'], quorum: 2, escalate })).toEqual([]);
  const unknown = { ...exampleCatalog(), groups: ['desk'] };
  const node = { id: 'confirm', kind: 'approval', show: 'this report', quorum: 9 };
  expect(validatePipeline({ name: 'made', nodes: [node] }, unknown).warnings).toEqual([]);
});
