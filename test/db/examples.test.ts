import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { exampleRepository } from '../../db/repositories/models/examples.ts';
import type { ExampleRepository } from '../../db/repositories/models/examples.ts';
import { everyDatabase } from '../support/databases.ts';

describe.each(everyDatabase)('examples, on $name', ({ open }) => {
  let database: OpenDatabase;
  let examples: ExampleRepository;
  beforeAll(async () => {
    database = await open();
    examples = exampleRepository(database.db);
    await examples.add(example('ex_1', ['facts', "it's"]));
    await examples.add(example('ex_2', ['facts']));
    await examples.add(example('ex_3', []));
  });
  afterAll(() => database.close());

  const example = (id: string, labels: string[]) => ({
    id,
    name: `example ${id}`,
    labels,
    request: { model: 'default', messages: [{ role: 'user', content: 'Where is the treasure?' }] },
    expected: 'Under the tree.',
    requestId: null,
    createdBy: 'ann',
    createdAt: new Date(1_000),
  });
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

  it('are listed newest first, page by page, by label', async () => {
    const all = await examples.list({ limit: 2 });
    expect(idsOf(all)).toEqual(['ex_3', 'ex_2']);
    const after = { at: all[1]!.createdAt, id: 'ex_2' };
    expect(idsOf(await examples.list({ limit: 2, after }))).toEqual(['ex_1']);
    expect(idsOf(await examples.list({ limit: 9, label: 'facts' }))).toEqual(['ex_2', 'ex_1']);
    expect(idsOf(await examples.list({ limit: 9, label: "it's" }))).toEqual(['ex_1']);
    expect(await examples.list({ limit: 9, label: 'fact' })).toEqual([]);
  });

  it('are not to be read in the database', async () => {
    const raw = JSON.stringify(await database.db.execute(sql`select * from examples`));
    expect(raw).toContain('ex_1');
    expect(raw).not.toMatch(/treasure|Under the tree/);
    expect(await examples.get('ex_1')).toMatchObject({ expected: 'Under the tree.' });
  });

  it('are removed once', async () => {
    expect(await examples.remove('ex_3')).toBe(true);
    expect(await examples.remove('ex_3')).toBe(false);
  });
});
