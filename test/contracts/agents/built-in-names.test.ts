import { expect, test } from 'vitest';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import { roles } from '../../../contracts/access/roles.ts';

test('no built-in agent has the name of a role, which an agent of a user may have', () => {
  expect(Object.keys(builtInAgents)).toContain('pipeline-author');
  expect(Object.keys(builtInAgents).filter((name) => roles.includes(name as never))).toEqual([]);
});
