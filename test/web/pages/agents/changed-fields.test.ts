import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import {
  agentSections,
  definitionOf,
  textsOf,
} from '../../../../web/src/pages/agents/form/agent-sections.ts';
import {
  changedFields,
  withChanges,
} from '../../../../web/src/pages/agents/form/changed-fields.ts';

const sections = agentSections({ tools: ['get_price'], agents: [], planners: [] });
const texts = (definition: JsonObject) => textsOf(sections, definition);

const read = texts({ name: 'one', role: 'One', instructions: 'Watch.', limits: { turns: 5 } });
const mine = texts({ name: 'one', role: 'One', instructions: 'Watch.', limits: { turns: 7 } });
const theirs = texts({ name: 'one', role: 'One', instructions: 'Look.', limits: { turns: 6 } });

test('fields that differ are told with both texts; blanks around them do not count', () => {
  expect(changedFields(sections, read, mine)).toEqual([
    { path: 'limits.turns', label: 'Turns', before: '5', after: '7' },
  ]);
  const spaced = { ...read, '': { ...read[''], role: ' One ' } };
  expect(changedFields(sections, read, spaced)).toEqual([]);
});

test('two changes come together; where both changed a field, the one that is brought in stays', () => {
  const both = withChanges(sections, theirs, changedFields(sections, read, mine));
  expect(definitionOf(sections, both)).toMatchObject({
    instructions: 'Look.',
    limits: { turns: 7 },
  });
});
