import { expect, it } from 'vitest';
import { taskFilterOf } from '../../../../web/src/pages/tasks/task-filter.ts';

it('the address holds a filter as it is', () => {
  const filter = { status: 'pending', priority: 'high', agent: 'research', user: 'ann' } as const;
  expect(taskFilterOf(filter)).toEqual(filter);
});

it('what is no filter is left out', () => {
  expect(taskFilterOf({ status: 'lost', priority: 'urgent', agent: '', user: 7, x: 1 })).toEqual(
    {},
  );
});
