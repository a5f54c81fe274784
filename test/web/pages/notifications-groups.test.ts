import { expect, test } from 'vitest';
import type { NotificationView } from '../../../contracts/api/index.ts';
import { groupsOf } from '../../../web/src/pages/notifications/groups.ts';

const told = (id: string, given: Partial<NotificationView> = {}): NotificationView => ({
  id,
  kind: 'run-ended',
  user: 'ada',
  runId: `run_${id}`,
  run: { kind: 'run', pipeline: 'price-check', title: 'Price check', agent: null },
  status: 'completed',
  decision: null,
  title: 'Price check completed',
  text: '',
  createdAt: `2026-11-21T12:00:${id}Z`,
  readAt: null,
  deliveries: [],
  ...given,
});
const shape = (list: NotificationView[]) =>
  groupsOf(list, (instant) => instant.slice(0, 10)).map(({ items }) => items.map(({ id }) => id));

test('three and more of the same are one, where the newest of them stands', () => {
  const failed = { status: 'failed', title: 'Price check failed' } as const;
  const list = [told('09'), told('08', failed), told('07'), told('06'), told('05', failed)];
  expect(shape(list)).toEqual([['09', '07', '06'], ['08'], ['05']]);
});

test('what happened on another day, to another user or another pipeline is another', () => {
  const list = [
    told('09'),
    told('08'),
    told('07', { user: 'bob' }),
    told('06', { run: { kind: 'run', pipeline: 'other', title: null, agent: null } }),
    told('05', { createdAt: '2026-11-20T12:00:05Z' }),
  ];
  expect(shape(list)).toEqual([['09'], ['08'], ['07'], ['06'], ['05']]);
});

test('a decision that several people are asked for is one, and another of theirs another', () => {
  const waiting = {
    kind: 'run-waiting',
    status: 'waiting',
    title: 'It waits',
    runId: 'a',
  } as const;
  const bob = { ...waiting, user: 'bob' };
  const list = [
    told('09', waiting),
    told('08', bob),
    told('07', waiting),
    told('06', bob),
    told('05', { ...bob, text: 'other' }),
  ];
  expect(shape(list)).toEqual([['09', '08'], ['07', '06'], ['05']]);
});

test('decisions to make, and what is of no run, stand alone', () => {
  const waiting = { kind: 'run-waiting', status: 'waiting', title: 'It waits' } as const;
  const alert = { kind: 'health-alert', runId: null, run: null, status: null } as const;
  const list = [told('09', waiting), told('08', waiting), told('07', waiting)];
  expect(shape(list)).toHaveLength(3);
  expect(shape([told('09', alert), told('08', alert), told('07', alert)])).toHaveLength(3);
});
