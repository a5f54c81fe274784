import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Database, OpenDatabase } from '../../db/open.ts';
import { agentRepository } from '../../db/repositories/agents/agents.ts';
import { prepareMemories } from '../../db/repositories/agents/memories.ts';
import { pipelineRepository } from '../../db/repositories/catalog/pipelines.ts';
import { conversationRepository } from '../../db/repositories/runs/conversations.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { agents, pipelines, pipelineVersions, runs } from '../../db/schema/index.ts';
import { memories } from '../../db/schema/memories.ts';
import { lookAgain, sealOldRows } from '../../db/seal-old-rows.ts';
import { whileShowing } from '../../db/sealing.ts';
import { memoryOf } from '../activities/memory/support.ts';
import { everyDatabase, openInMemory } from '../support/databases.ts';
import { loseKey } from '../support/lose-key.ts';

const prompt = 'Watch the desk';
const definition = { name: 'watcher', role: 'Watcher', instructions: prompt };
const document = { name: 'look', description: prompt, inputs: {}, nodes: [], edges: [] };
const compiled = { hash: 'hash', pipeline: document, pipelines: {}, agents: {} };
const messages = 450;

/** Every table as SQL shows it. */
async function rawRows(db: Database): Promise<string> {
  const tables = ['agents', 'pipelines', 'pipeline_versions', 'runs', 'messages', 'catalog'];
  const rows = await Promise.all(
    tables.map((name) => db.execute(sql`select each::text from ${sql.identifier(name)} each`)),
  );
  return JSON.stringify(rows.map((found) => (found as unknown as { rows: object[] }).rows));
}

/** What a version wrote that did not seal. */
async function writePlain(db: Database): Promise<void> {
  const json = JSON.stringify;
  await db.execute(sql`insert into agents (name, definition, hash, updated_by)
    values ('watcher', ${json(definition)}, 'hash', 'ada')`);
  await db.execute(sql`insert into pipelines (name, document, text, hash, source)
    values ('look', ${json(document)}, ${`description: ${prompt}`}, 'hash', 'user')`);
  await db.execute(sql`insert into pipeline_versions (name, document, text, hash, source, number)
    select name, document, text, hash || number, source, number from pipelines, generate_series(1, 3) number`);
  await db.execute(sql`insert into runs (id, pipeline, compiled, input, status, interrupted)
    values ('run_1', 'look', ${json(compiled)}, ${json({ note: prompt })}, 'in_progress',
      ${json({ one: { by: 'ada', reason: prompt } })})`);
  await db.execute(sql`insert into conversations (id, run_id, node_path, agent, delegates, settings)
    values ('talk', 'run_1', 'look', ${json(definition)}, '{}', '{}')`);
  await db.execute(sql`insert into messages (conversation_id, turn, position, message)
    select 'talk', number / 3, number % 3, jsonb_build_object('role', 'user', 'text', ${`${prompt} `} || number)
    from generate_series(1, ${sql.raw(String(messages))}) number`);
}

describe.each(everyDatabase)('rows of earlier versions on $name', ({ open }) => {
  let database: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await open();
    ({ db } = database);
  });
  afterAll(() => database.close());

  it('are sealed in parts, and read as before', async () => {
    await writePlain(db);
    expect(await rawRows(db)).toContain(prompt);
    let parts = 0;
    while (!(await sealOldRows(db))) parts += 1;
    expect(parts).toBeGreaterThan(1);
    const raw = await rawRows(db);
    expect(raw).not.toContain(prompt);
    expect(raw).toContain('watcher');

    expect(await agentRepository(db).get('watcher')).toMatchObject({ definition });
    const stored = pipelineRepository(db);
    expect(await stored.list()).toMatchObject([{ document, text: `description: ${prompt}` }]);
    expect(await stored.version('look', 'hash2')).toMatchObject({ document });
    expect(await runRepository(db).get('run_1')).toMatchObject({
      input: { note: prompt },
      interrupted: { one: { reason: prompt } },
    });
    const { messages: said } = await conversationRepository(db).sinceSummary('talk');
    expect(said.map(({ message }) => message.text)).toContain(`${prompt} ${messages}`);
    expect(said).toHaveLength(messages);
  });

  it('are looked at once', async () => {
    await db.execute(sql`update agents set definition = ${JSON.stringify(definition)}`);
    expect(await sealOldRows(db)).toBe(true);
    expect(await rawRows(db)).toContain(prompt);
    // A version that seals another column begins anew with the table.
    await db.execute(sql`update sealed_tables set columns = 'other' where "table" = 'agents'`);
    while (!(await sealOldRows(db)));
    expect(await rawRows(db)).not.toContain(prompt);
  });

  it('are looked at again after a start, for what an earlier version has written since', async () => {
    await db.execute(sql`update agents set definition = ${JSON.stringify(definition)}`);
    await lookAgain(db);
    while (!(await sealOldRows(db)));
    expect(await rawRows(db)).not.toContain(prompt);
  });

  it('hide no others once their key is lost', async () => {
    await agentRepository(db).put(
      { definition: { ...definition, name: 'other' } as never, hash: 'hash', by: 'ada' },
      null,
    );
    await loseKey(db, agents, sql`name = 'watcher'`);
    for (const table of [pipelines, pipelineVersions, runs]) await loseKey(db, table);
    const stored = agentRepository(db);
    expect((await stored.list()).map(({ name }) => name)).toEqual(['other']);
    const notice = 'Encrypted with key lost, which this installation does not have';
    expect(await whileShowing(() => stored.list())).toMatchObject([
      { definition: { name: 'other', instructions: prompt } },
      { definition: { name: 'watcher', instructions: notice } },
    ]);
    expect(await pipelineRepository(db).list()).toEqual([]);
    expect(await whileShowing(() => pipelineRepository(db).list())).toMatchObject([
      { document: { name: 'look', description: notice }, text: notice },
    ]);
  });
});

it('memories of earlier versions are sealed too, where the database has them', async () => {
  const { db, close } = await openInMemory();
  onTestFinished(() => close());
  await prepareMemories(db);
  await db.insert(memories).values(memoryOf(prompt));
  await db.execute(sql`update memories set text = ${prompt}`);
  await lookAgain(db);
  while (!(await sealOldRows(db)));
  const { rows } = (await db.execute(sql`select text from memories`)) as unknown as {
    rows: object[];
  };
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(prompt);
  expect(await db.select({ text: memories.text }).from(memories)).toEqual([{ text: prompt }]);
});
