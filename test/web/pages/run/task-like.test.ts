import { expect, it } from 'vitest';
import type { RunView } from '../../../../contracts/api/index.ts';
import { taskLike } from '../../../../web/src/pages/run/header/task-like.ts';

const budget = { usd: 2.5, onLimit: 'fail', spentUsd: '1.2' };
const run = {
  agent: 'research',
  input: { task: 'Analyse SPX.' },
  user: 'ada',
  priority: 'high',
  budget,
  document: { name: 'task', nodes: [{ id: 'task', kind: 'agent', timeout: '2m' }], edges: [] },
} as unknown as RunView;

it('is given as it was before: whose, how urgent, at what cost and how long', () => {
  expect(taskLike(run)).toEqual({
    agent: 'research',
    task: 'Analyse SPX.',
    user: 'ada',
    priority: 'high',
    budget,
    timeLimit: '2m',
  });
});

it('has the time of its agent where it had that before', () => {
  const document = { ...run.document, nodes: [{ id: 'task', kind: 'agent' }] };
  expect(taskLike({ ...run, document } as unknown as RunView).timeLimit).toBe('');
});
