import { expect, test } from 'vitest';
import { decisionLook, headingOf } from '../../../../web/src/pages/notifications/decided.ts';

const run = { kind: 'run', pipeline: 'desk', title: 'The desk', agent: null } as const;
const title = 'The desk is waiting for you';

test('a notification whose decision is made says how, and no longer that it waits', () => {
  const decision = { status: 'approved', by: 'operator' } as const;
  expect(headingOf({ title, decision, run })).toBe('The desk asked you');
  expect(decisionLook(decision).label).toBe('Approved by operator');
  expect(decisionLook({ status: 'expired', by: null }).label).toBe('Expired without a decision');
});

test('one whose decision is open says what it said', () => {
  expect(headingOf({ title, decision: null, run })).toBe(title);
});

test('one of a task names the agent', () => {
  const task = { ...run, kind: 'task', agent: 'research' } as const;
  const decision = { status: 'rejected', by: 'ada' } as const;
  expect(headingOf({ title, decision, run: task })).toBe('A task of research asked you');
});
