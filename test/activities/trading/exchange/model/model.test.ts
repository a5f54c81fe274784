import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../../../db/open.ts';
import { openTestDatabase } from '../../../../support/databases.ts';
import { drive } from './drive.ts';
import { runModel } from './model.ts';
import { outcomeOfExchange, outcomeOfModel } from './outcome.ts';
import { anyScenario } from './scenario.ts';
import type { Scenario } from './scenario.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function compare(scenario: Scenario): Promise<void> {
  const account = runModel(scenario.settings, scenario.actions);
  const theirs = await outcomeOfExchange(await drive(database.db, scenario));
  expect(theirs).toEqual(outcomeOfModel(account));
}

test('the exchange does what the model of its document does', async () => {
  await fc.assert(fc.asyncProperty(anyScenario, compare), { seed: 2020, numRuns: 40 });
});
