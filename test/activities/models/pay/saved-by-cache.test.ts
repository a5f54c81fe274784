import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Usage } from '../../../../contracts/models/messages.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { everyDatabase } from '../../../support/databases.ts';
import { callerOf, emptyAccounts, openShop, requestOf } from './shop.ts';

/** Of Anthropic's form: a tenth to read from the cache, a quarter more to write to it, twice for an hour. */
const prices = {
  'test:one': { input: 10, cachedInput: 1, cacheWrite: 12.5, output: 0 },
};
const million = 1_000_000;

describe.each(everyDatabase)('what the cache saved on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => emptyAccounts(database.db));

  async function sumOf(usages: Partial<Usage>[]) {
    const rest = [...usages];
    const answer = () => ({ usage: { outputTokens: 1, ...rest.shift() } });
    const shop = openShop(database.db, { prices, answer });
    while (rest.length > 0) await shop.call();
    const { costUsd, savedUsd } = await shop.modelCalls.ofRun('run_1');
    return { costUsd, savedUsd };
  }

  it('is a loss while it was only written, and adds up with what is read', async () => {
    const written = { inputTokens: million, cacheWriteTokens: million };
    const read = { inputTokens: million, cachedInputTokens: million };
    expect(await sumOf([written])).toEqual({ costUsd: '12.5', savedUsd: '-2.5' });
    await emptyAccounts(database.db);
    expect(await sumOf([written, read, read])).toEqual({ costUsd: '14.5', savedUsd: '15.5' });
  });

  it('is asked of a provider by the agent of a run, or by the key that the client gives', async () => {
    const shop = openShop(database.db, { prices, answer: () => ({ usage: { outputTokens: 1 } }) });
    const caller = () => callerOf({ nodePath: 'research' });
    await shop.call({ caller: caller() });
    await shop.call({
      caller: caller(),
      request: requestOf({ parameters: { prompt_cache_key: 'desk' } }),
    });
    const asked = shop.asked.map(({ options }) => options.conversation);
    expect(asked).toEqual(['run_1/research', 'desk']);
  });

  it('counts what is kept for an hour twice', async () => {
    const hour = { inputTokens: million, cacheWriteTokens: million, cacheWriteHourTokens: million };
    expect(await sumOf([hour])).toEqual({ costUsd: '20', savedUsd: '-10' });
  });
});
