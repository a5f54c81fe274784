import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../../activities/models/limits/memory-store.ts';
import { createModelGuards } from '../../../../activities/models/ask/model-guard.ts';
import { never } from '../requests.ts';

const call = {
  tokens: 1,
  priority: 'normal',
  arrivedAt: 0,
  maximumWaitMs: 1_000,
  ...never,
} as const;

test('Guards of any names that callers write are bounded; those in use and of the configuration stay', async () => {
  const guards = createModelGuards({
    rules: [],
    store: createMemoryStore(),
    downMs: 60_000,
    kept: ['mock:kept'],
  });
  const kept = guards.of('mock:kept');
  const busy = guards.of('mock:busy');
  await busy.limiter.acquire(call);
  const idle = guards.of('mock:idle');
  const recent = guards.of('mock:recent');
  for (let count = 0; count < 600; count += 1) {
    guards.of(`mock:bogus-${count}`);
    guards.of('mock:recent');
  }
  expect(guards.all().length).toBeLessThanOrEqual(501);
  expect(guards.of('mock:kept')).toBe(kept);
  expect(guards.of('mock:busy')).toBe(busy);
  expect(guards.of('mock:recent')).toBe(recent);
  expect(guards.of('mock:idle')).not.toBe(idle);
});
