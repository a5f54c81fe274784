import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../../../db/open.ts';
import { openTestDatabase } from '../../../../support/databases.ts';
import { driveBook } from './drive-book.ts';
import { drive } from './drive.ts';
import { runModel } from './model.ts';
import { outcomeOfExchange, outcomeOfModel } from './outcome.ts';
import type { Driven } from './outcome.ts';
import { anyScenario } from './scenario.ts';
import type { Account } from './types.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function expectAgreement(driven: Driven, account: Account): void {
  expect(outcomeOfExchange(driven)).toEqual(outcomeOfModel(account));
}

test('the book does what the model of its document does', () => {
  fc.assert(
    fc.property(anyScenario, ({ settings, actions }) => {
      const scenario = {
        settings: { ...settings, dailyLoss: null, borrowFeePercent: 0 },
        actions: actions.filter(
          (action) => action.do !== 'replace' && (action.do !== 'gates' || !action.gates.dailyLoss),
        ),
      };
      const account = runModel(scenario.settings, scenario.actions);
      expectAgreement(driveBook(scenario), account);
    }),
    { seed: 2020, numRuns: 2_000 },
  );
});

test('so does the exchange, over a database', async () => {
  await fc.assert(
    fc.asyncProperty(anyScenario, async (scenario) => {
      const account = runModel(scenario.settings, scenario.actions);
      expectAgreement(await drive(database.db, scenario), account);
    }),
    { seed: 2020, numRuns: 20 },
  );
});
