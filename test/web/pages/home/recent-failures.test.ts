import { describe, expect, it } from 'vitest';
import { recentFailures } from '../../../../web/src/pages/home/recent-failures.ts';
import { lastWeek } from '../../../../web/src/pages/home/week.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const run = (id: string, createdAt: string, triedNode: string | null = null) => ({
  id,
  createdAt,
  triedNode,
});

describe('what failed', () => {
  it('is shown for a week, the newest first', () => {
    const failed = [
      run('old', '2026-11-20T11:59:59Z'),
      run('earlier', '2026-11-25T00:00:00Z'),
      run('newest', '2026-11-27T00:00:00Z'),
    ];
    const { open, retried } = recentFailures(failed, { newest: [], now });
    expect(open.map(({ id }) => id)).toEqual(['newest', 'earlier']);
    expect(retried).toBe(0);
  });

  it('is counted and no longer shown once it was retried', () => {
    const failed = [run('one', '2026-11-27T00:00:00Z'), run('other', '2026-11-27T01:00:00Z')];
    const newest = [{ retryOf: 'other', triedNode: null }];
    expect(recentFailures(failed, { newest, now })).toEqual({ open: [failed[0]], retried: 1 });
  });

  it('stays while one of its nodes is tried, and tries are not among it', () => {
    const failed = [run('one', '2026-11-27T00:00:00Z'), run('try', '2026-11-27T01:00:00Z', 'b')];
    const newest = [{ retryOf: 'one', triedNode: 'b' }];
    expect(recentFailures(failed, { newest, now })).toEqual({ open: [failed[0]], retried: 0 });
  });
});

it('the last week ends today, in UTC', () => {
  expect(lastWeek(now)).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
  ]);
});
