import { expect, test } from 'vitest';
import { agentSections } from '../../../../web/src/pages/agents/form/agent-sections.ts';
import { formGroups } from '../../../../web/src/pages/agents/form/form-groups.ts';

const sections = agentSections({ tools: [], agents: [], planners: [] });

test('every field of an agent is asked for once, in some group', () => {
  const names = (fields: { name: string }[], path: string) =>
    fields.map(({ name }) => `${path}/${name}`);
  const asked = formGroups(sections).flatMap(({ path, fields }) => names(fields, path));
  const all = sections.flatMap(({ path, fields }) => names(fields, path));
  expect(asked.toSorted()).toEqual(all.toSorted());
});

test('the fields of an escalation stand together, each with a label of its own', () => {
  const group = formGroups(sections).find(({ title }) => title === 'Escalation of approvals');
  expect(group?.fields.map(({ label, control }) => [label, control])).toEqual([
    ['Escalate after', 'text'],
    ['Additional approvers', 'lines'],
    ['Approvals needed from them alone', 'number'],
  ]);
});
