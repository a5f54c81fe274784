import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../activities/base/decimal.ts';
import { BudgetExceeded } from '../../../../activities/models/model-caller.ts';
import { estimateInputTokens } from '../../../../contracts/models/estimate-tokens.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { databases } from '../../../support/databases.ts';
import { budgetOf, callerOf, emptyAccounts, openShop, requestOf } from './shop.ts';

const limit = 0.05;
/** What a model that is not limited is taken to write at most. */
const mostOutput = 64_000;
const price = (maximum: number) => fc.integer({ min: 1, max: maximum }).map((cents) => cents / 100);

const scenario = fc.record({
  prices: fc.record({
    'test:one': fc.record({ input: price(500), output: price(5_000) }),
    'test:two': fc.record({ input: price(500), cacheWrite: price(900), output: price(5_000) }),
  }),
  /** What each answer uses of what it may. */
  shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
  failing: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  words: fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 20, maxLength: 20 }),
  scheduler: fc.scheduler(),
});

describe.each(databases)(
  '20 parallel agents of a run with a budget of 0.05 USD on $name',
  ({ open }) => {
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database.close());

    it('never spend or set aside more than it, whatever answers cost and in which order they come', async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async ({ prices, shares, failing, words, scheduler }) => {
          await emptyAccounts(database.db);
          const totals: { spent: Decimal; reserved: Decimal }[] = [];
          const shop = openShop(database.db, {
            prices,
            waitMs: 60_000,
            answer: async ({ chain, request }) => {
              const index = shop.asked.length - 1;
              const { spentUsd, reservedUsd } = await shop.state('run:run_1');
              totals.push({ spent: new Decimal(spentUsd), reserved: new Decimal(reservedUsd) });
              await scheduler.schedule(Promise.resolve(), `answer ${index}`);
              if (failing[index % 20]) throw new Error('the stream broke off');
              const share = shares[index % 20]!;
              const inputTokens = Math.floor(estimateInputTokens(request) * share);
              return {
                model: chain[index % chain.length]!,
                usage: {
                  inputTokens,
                  cacheWriteTokens: Math.floor(inputTokens / 2),
                  outputTokens: Math.floor((request.maximumOutputTokens ?? mostOutput) * share),
                },
              };
            },
          });
          const agents = words.map((count) =>
            shop.call({
              caller: callerOf({ budgets: [budgetOf({ usd: limit })] }),
              chain: ['test:one', 'test:two'],
              request: requestOf({
                messages: [{ role: 'user', text: 'price '.repeat(count) }],
              }),
            }),
          );
          const ends = await scheduler.waitFor(Promise.allSettled(agents));

          for (const { spent, reserved } of totals) {
            expect(spent.plus(reserved).toNumber()).toBeLessThanOrEqual(limit);
          }
          const { spentUsd, reservedUsd } = await shop.state('run:run_1');
          expect(reservedUsd).toBe('0');
          expect(Number(spentUsd)).toBeLessThanOrEqual(limit);
          expect((await shop.modelCalls.ofRun('run_1')).costUsd).toBe(spentUsd);
          const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
          for (const refusal of refusals.filter(
            ({ message }) => message !== 'the stream broke off',
          )) {
            expect(refusal).toBeInstanceOf(BudgetExceeded);
            expect(refusal.message).toMatch(/^The budget of run run_1 .* of 0\.05 USD, /);
          }
        }),
        { numRuns: 8, seed: 5 },
      );
    }, 120_000);

    it('exceed it by no more than the error of their estimates', async () => {
      await emptyAccounts(database.db);
      const shop = openShop(database.db, {
        prices: { 'test:one': { input: 1, output: 10 } },
        waitMs: 60_000,
        // A provider that counts far more input than was estimated.
        answer: ({ request }) => ({
          usage: { inputTokens: 2_000, outputTokens: request.maximumOutputTokens! },
        }),
      });
      const agents = Array.from({ length: 20 }, () =>
        shop.call({ caller: callerOf({ budgets: [budgetOf({ usd: limit })] }) }),
      );
      await Promise.allSettled(agents);
      const oneReservation = 16_384 * 0.000_01 + 0.000_1;
      const { spentUsd } = await shop.state('run:run_1');
      expect(Number(spentUsd)).toBeGreaterThan(limit);
      expect(Number(spentUsd)).toBeLessThanOrEqual(limit + oneReservation);
    }, 60_000);
  },
);
