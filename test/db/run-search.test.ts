import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { runs as table } from '../../db/schema/index.ts';
import { openTestDatabase } from '../support/databases.ts';

let database: OpenDatabase;
let runs: RunRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  runs = runRepository(database.db);
});
afterAll(() => database.close());

const compiled = { pipeline: { name: 'look', nodes: [], edges: [] }, agents: {}, pipelines: {} };

async function failed(id: string): Promise<void> {
  await runs.insert({ id, compiled, input: { city: 'Bonn' } } as never);
  await runs.finish(id, {
    status: 'failed',
    error: { type: 'Odd', message: 'no hay' },
    nodes: [{ id: 'price', kind: 'tool', status: 'failed' }],
  });
}

/** Makes what a column holds an error for whoever reads it. */
async function lose(
  column: 'nodes' | 'error' | 'input',
  where: ReturnType<typeof sql>,
): Promise<void> {
  const name = sql.identifier(column);
  const type = sql.raw(column === 'error' ? 'jsonb' : 'json');
  await database.db.execute(
    sql`update ${table} set ${name} = replace(${name}::text, 'baton1:test:', 'baton1:lost:')::${type} where ${where}`,
  );
}

describe('a search for what is inside of runs', () => {
  it('reads the inputs of no more runs than it looks into', async () => {
    for (let number = 10; number < 60; number += 1) await failed(`early_${number}`);
    // The newest 25 are one part.
    await lose('input', sql`id < 'early_35'`);
    const found = await runs.list({ text: 'bonn', limit: 3 });
    expect(found.map(({ id }) => id)).toEqual(['early_59', 'early_58', 'early_57']);
    await expect(runs.list({ text: 'bonn', limit: 26 })).rejects.toThrow(/"lost"/);
    await database.db.delete(table);
  });

  it('reads what runs ended with in small parts, and no more than fills the page', async () => {
    for (let number = 10; number < 40; number += 1) await failed(`run_${number}`);
    for (const column of ['nodes', 'error'] as const) await lose(column, sql`id < 'run_15'`);
    const found = async (sought: object) =>
      (await runs.list({ ...sought, limit: 3 })).map(({ id }) => id);
    const newest = ['run_39', 'run_38', 'run_37'];
    expect(await found({ failedNode: 'price' })).toEqual(newest);
    expect(await found({ text: 'no hay' })).toEqual(newest);
    // A search for a node alone reads nothing of what was given.
    await lose('error', sql`id = 'run_20'`);
    expect(await found({ failedNode: 'price' })).toEqual(newest);
    await expect(found({ text: 'no hay' })).rejects.toThrow(/"lost"/);
  });
});
