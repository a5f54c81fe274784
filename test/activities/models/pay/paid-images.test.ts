import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../../db/open.ts';
import { databases } from '../../../support/databases.ts';
import { budgetOf, callerOf, emptyAccounts, openShop } from './shop.ts';

const { signal } = new AbortController();
const prices = { 'test:images': { input: 5, output: 10, imageOutput: 40 } };
const request = { prompt: 'A bull and a bear', shape: 'square' } as const;

describe.each(databases)('images on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => emptyAccounts(database.db));

  it('are paid by what was read, written and drawn', async () => {
    const image = { inputTokens: 100, outputTokens: 1_100, imageTokens: 1_000 };
    const shop = openShop(database.db, { prices, image });
    const caller = callerOf({ budgets: [budgetOf({ usd: 1 })] });
    const made = await shop.makeImage({ caller, model: 'test:images', request }, { signal });
    // 100 · 5 + 100 · 10 + 1,000 · 40 for a million.
    expect(made).toMatchObject({ data: 'iVBORw0K', costUsd: '0.0415' });
    expect((await shop.state('run:run_1')).spentUsd).toBe('0.0415');
  });

  it('are not made where the budget does not have what one may cost', async () => {
    const shop = openShop(database.db, { prices });
    const caller = callerOf({ budgets: [budgetOf({ usd: 0.01 })] });
    await expect(
      shop.makeImage({ caller, model: 'test:images', request }, { signal }),
    ).rejects.toMatchObject({ name: 'BudgetExceeded' });
  });

  it('give back what was set aside where there is none', async () => {
    const shop = openShop(database.db, { prices, image: new Error('no image') });
    const caller = callerOf({ budgets: [budgetOf({ usd: 1 })] });
    await expect(
      shop.makeImage({ caller, model: 'test:images', request }, { signal }),
    ).rejects.toThrow('no image');
    expect(await shop.state('run:run_1')).toMatchObject({ spentUsd: '0', reservedUsd: '0' });
  });
});
