import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { modelStateRepository } from '../../db/repositories/models/model-states.ts';
import { modelStates } from '../../db/schema/index.ts';
import { everyDatabase } from '../support/databases.ts';
import { modelStatus } from '../support/model-status.ts';

describe.each(everyDatabase)('model states on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('are what each worker has said last, until it is gone or has fallen silent', async () => {
    const states = modelStateRepository(database.db);
    await states.publish('one', [modelStatus('openai:a'), modelStatus('openai:b')]);
    await states.publish('one', [modelStatus('openai:a', { running: 3 })]);
    await states.publish('two', [modelStatus('openai:a', { running: 4 })]);
    const running = async () => (await states.list()).map(({ model, running: n }) => [model, n]);
    expect((await running()).toSorted()).toEqual([
      ['openai:a', 3],
      ['openai:a', 4],
      ['openai:b', 0],
    ]);
    await states.drop('one');
    expect(await running()).toEqual([['openai:a', 4]]);
    await database.db.execute(
      sql`update model_states set updated_at = now() - interval '1 minute'`,
    );
    expect(await running()).toEqual([]);
    await states.dropStale();
    expect(await database.db.select().from(modelStates)).toEqual([]);
  });
});
