import { expect, test } from 'vitest';
import { decisionLook, headingOf } from '../../../../web/src/pages/notifications/decided.ts';

const run = { kind: 'run', pipeline: 'desk', title: 'The desk', agent: null } as const;
const title = 'The desk is waiting for you';
const told = { kind: 'run-waiting', title, run, user: 'ann' } as const;

test('a notification whose decision is made says how, and no longer that it waits', () => {
  const decision = { status: 'approved', by: 'operator' } as const;
  expect(headingOf({ ...told, decision }, 'ann')).toBe('The desk asked you');
  expect(decisionLook(decision).label).toBe('Approved by operator');
  expect(decisionLook({ status: 'expired', by: null }).label).toBe('Expired without a decision');
});

test('one whose decision is open says what it said', () => {
  expect(headingOf({ ...told, decision: null }, 'ann')).toBe(title);
});

test('one of a task names the agent', () => {
  const task = { ...run, kind: 'task', agent: 'research' } as const;
  const decision = { status: 'rejected', by: 'ada' } as const;
  expect(headingOf({ ...told, decision, run: task }, 'ann')).toBe('A task of research asked you');
});

test('one of several people names all of them, the reader first', () => {
  const users = ['linus', 'ann', 'grace'];
  const open = { ...told, user: 'linus', decision: null };
  expect(headingOf(open, 'ann', users)).toBe('The desk is waiting for you, grace and linus');
  expect(headingOf(open, 'bob', ['linus', 'grace'])).toBe(
    'The desk is waiting for grace and linus',
  );
});

test('one of somebody else says for whom it waits, or whom it asked', () => {
  const decision = { status: 'approved', by: 'ann' } as const;
  expect(headingOf({ ...told, decision: null }, 'bob')).toBe('The desk is waiting for ann');
  const late = `${title} because nobody else has decided`;
  expect(headingOf({ ...told, title: late, decision: null }, 'bob')).toBe(
    'The desk is waiting for ann because nobody else has decided',
  );
  expect(headingOf({ ...told, decision }, 'bob')).toBe('The desk asked ann');
  const ofDesk = { ...told, title: 'The desk is waiting for risk' };
  expect(headingOf({ ...ofDesk, decision: null }, 'ann')).toBe('The desk is waiting for risk');
  expect(headingOf({ ...ofDesk, decision }, 'ann')).toBe('The desk asked for approval');
  const other = { ...told, kind: 'run-ended', title: 'It is waiting for you ended' } as const;
  expect(headingOf({ ...other, decision: null }, 'bob')).toBe('It is waiting for you ended');
});
