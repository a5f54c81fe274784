import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRounds } from '../../../../activities/models/limits/call-queue.ts';

const users = ['ada', 'ben', 'cai'];

test('of users who all have calls waiting, none is ever two calls ahead of another', () => {
  const counts = fc.tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 30 }),
  );
  fc.assert(
    fc.property(
      counts,
      fc.array(fc.nat(1_000), { minLength: 90, maxLength: 90 }),
      (many, times) => {
        const rounds = createRounds();
        let waiting = users
          .flatMap((user, index) => Array.from({ length: many[index]! }, () => ({ user })))
          .map((call, index) => ({ ...call, arrivedAt: times[index]! }));
        const went = new Map(users.map((user) => [user, 0]));
        while (users.every((user) => waiting.some((call) => call.user === user))) {
          const first = rounds.order(waiting)[0]!;
          rounds.served(first);
          waiting = waiting.filter((call) => call !== first);
          went.set(first.user, went.get(first.user)! + 1);
          const figures = [...went.values()];
          expect(Math.max(...figures) - Math.min(...figures)).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

test('calls of one user go by arrival', () => {
  const arrivals = fc.array(fc.nat(1_000));
  fc.assert(
    fc.property(arrivals, (times) => {
      const order = createRounds().order(times.map((arrivedAt) => ({ arrivedAt })));
      expect(order.map(({ arrivedAt }) => arrivedAt)).toEqual(times.toSorted((a, b) => a - b));
    }),
  );
});
