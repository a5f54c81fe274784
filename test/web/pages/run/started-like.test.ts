import { expect, it } from 'vitest';
import type { RunView } from '../../../../contracts/api/index.ts';
import { startRunSchema } from '../../../../contracts/api/index.ts';
import { budgetOf } from '../../../../web/src/components/controls/budget.ts';
import { startedLike } from '../../../../web/src/pages/run/header/started-like.ts';

const settings = { usd: 2.5, onLimit: 'cheaper', cheaperModels: ['demo:trend'] } as const;
const budget = { ...settings, cheaperModels: [...settings.cheaperModels], spentUsd: '1.2' };

const run = {
  id: 'run-1',
  document: { name: 'one', nodes: [], edges: [] },
  input: { symbol: 'SPX' },
  user: 'ada',
  priority: 'high',
  budget,
} as unknown as RunView;

it('starts again on behalf of the same user, with the same priority and the same budget', () => {
  const body = startedLike(run);
  expect(startRunSchema.parse(body)).toEqual(body);
  expect(body).toMatchObject({ user: 'ada', priority: 'high', budget: settings });
});

it('sets no limit where the run before had none', () => {
  expect(startedLike({ ...run, budget: null })).not.toHaveProperty('budget');
});

it('keeps what a budget does at its limit when another amount is typed', () => {
  expect(budgetOf('7', budget)).toEqual({ budget: { ...settings, usd: 7 } });
  expect(budgetOf('', budget)).toEqual({});
  expect(budgetOf('1,000', budget)).toEqual({ budgetUsd: '1,000' });
  expect(budgetOf('7')).toEqual({ budgetUsd: 7 });
});
