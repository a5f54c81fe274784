import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import type { Database, OpenDatabase } from '../../db/open.ts';
import { conversationRepository } from '../../db/repositories/runs/conversations.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { stepRepository } from '../../db/repositories/runs/steps.ts';
import { approvals, notifications, runs } from '../../db/schema/index.ts';
import { readKeyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';
import { everyDatabase, makeDatabase } from '../support/databases.ts';

const sealerOf = (id: string, byte: number) =>
  createRecordSealer(readKeyring(`${id}:${Buffer.alloc(32, byte).toString('base64')}`));

const runOf = (id: string, note = 'the note of the run') => {
  const pipeline = { name: 'look', title: 'Look around', nodes: [], edges: [] };
  const compiled = { hash: 'hash', pipeline, pipelines: {}, agents: {} };
  return { id, compiled: compiled as never, input: { note } };
};

const approvalOf = (id: string, runId: string) => ({
  id,
  runId,
  nodePath: 'confirm',
  workflowId: runId,
  title: 'Confirm the plan',
  show: 'what is shown',
  hash: 'hash',
  approvers: ['any'],
  status: 'pending' as const,
  token: 'token of the approval',
  comment: 'a comment',
  expiresAt: new Date(),
});

async function rawRows(db: Database, table: string): Promise<string> {
  const found = await db.execute(sql`select each::text as text from ${sql.identifier(table)} each`);
  return JSON.stringify((found as unknown as { rows: object[] }).rows);
}

describe.each(everyDatabase)('sealed columns on $name', ({ open }) => {
  let database: OpenDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await open();
    ({ db } = database);
  });
  afterAll(() => database.close());

  it('give back texts and JSON, which the tables do not show', async () => {
    await runRepository(db).insert(runOf('run_1'));
    const approval = approvalOf('run_1.confirm', 'run_1');
    await db.insert(approvals).values(approval);
    expect(await db.select().from(approvals)).toMatchObject([{ ...approval, voices: [] }]);
    expect(await runRepository(db).get('run_1')).toMatchObject(runOf('run_1'));
    const raw = `${await rawRows(db, 'runs')}${await rawRows(db, 'approvals')}`;
    expect(raw).toContain('run_1.confirm');
    expect(raw).not.toMatch(/note of the run|is shown|token of|a comment|Confirm the plan/);
  });

  it('hold texts of megabytes, beside short ones and in transactions', async () => {
    const long = 'a long note '.repeat(100_000);
    await db.transaction(async (tx) => {
      await runRepository(tx).insert(runOf('run_long', long));
      await tx.insert(approvals).values({ ...approvalOf('run_long.x', 'run_long'), comment: long });
      const [row] = await tx.select().from(runs).where(eq(runs.id, 'run_long'));
      expect(row?.input).toEqual({ note: long });
    });
    const [approval] = await db.select().from(approvals).where(eq(approvals.id, 'run_long.x'));
    expect(approval).toMatchObject({ comment: long, show: 'what is shown' });
    expect(await rawRows(db, 'runs')).not.toContain('a long note');
    const again = db.insert(approvals).values({ ...approval!, comment: long });
    const error = await again.catch(inspect);
    expect(error).toContain('duplicate key');
    expect(error).not.toContain('long note');
    await db.delete(approvals).where(eq(approvals.id, 'run_long.x'));
    await db.delete(runs).where(eq(runs.id, 'run_long'));
  });

  it('let SQL add, count and take away members', async () => {
    const [records, steps] = [runRepository(db), stepRepository(db)];
    await records.insert(runOf('run_2'));
    for (const path of ['one', 'two']) {
      await records.interrupt('run_2', path, { by: 'ada', reason: `reason of ${path}` });
    }
    await records.resume('run_2', 'one');
    expect((await records.get('run_2'))?.interrupted).toMatchObject({
      two: { by: 'ada', reason: 'reason of two' },
    });
    expect(await rawRows(db, 'runs')).not.toContain('reason of');

    const key = { runId: 'run_2', nodePath: 'look', step: 'turn-1' };
    await steps.start(key, { kind: 'model', name: 'gpt', label: 'Ask', attempt: 1 });
    const attempt = { model: 'gpt', status: 'failed' as const, durationMs: 1 };
    const error = { code: '400', message: 'what it said' };
    await steps.finish(key, { status: 'failed', attempts: [{ ...attempt, error }] });
    await steps.finish(key, { status: 'completed', attempts: [attempt] });
    expect(await steps.ofSeveralModels('run_2')).toMatchObject([
      { attempts: [{ ...attempt, error }, attempt] },
    ]);
    expect(await rawRows(db, 'steps')).not.toContain('what it said');
  });

  it('read rows of earlier versions, which are in plain text', async () => {
    await db.execute(sql`insert into runs (id, pipeline, compiled, input, output, status, interrupted)
      values ('run_3', 'look', ${JSON.stringify(runOf('run_3').compiled)}, '{"note": "an old note"}', '"123"',
        'in_progress', '{"one": {"by": "ada"}}')`);
    const [row] = await db.select().from(runs).where(eq(runs.id, 'run_3'));
    expect(row).toMatchObject({
      ...runOf('run_3', 'an old note'),
      output: '123',
      interrupted: { one: { by: 'ada' } },
    });
    await db.execute(sql`insert into conversations (id, run_id, node_path, agent, delegates, settings)
      values ('talk', 'run_3', 'look', '{}', '{}', '{}')`);
    await db.execute(sql`insert into messages (conversation_id, turn, position, message)
      values ('talk', 1, 1, '{"role": "tool", "text": "old", "outside": ["search_news gold"]}')`);
    const talks = conversationRepository(db);
    const tool = { role: 'tool' as const, callId: 'a', name: 'scrape_page', isError: false };
    const message = { ...tool, text: 'new', outside: ['scrape_page a'] };
    await talks.append('talk', [{ turn: 2, position: 1, message }]);
    expect(await talks.taint('talk')).toEqual(['search_news gold', 'scrape_page a']);
    expect(await rawRows(db, 'messages')).not.toContain('scrape_page');
  });

  it('are searched for a text, in old rows and new ones', async () => {
    const records = runRepository(db);
    const found = async (text: string, limit = 9) =>
      (await records.list({ text, limit })).map(({ id }) => id);
    expect(await found('NOTE of the')).toEqual(['run_2', 'run_1']);
    expect(await found('note of the', 1)).toEqual(['run_2']);
    expect(await found('old note')).toEqual(['run_3']);
    expect(await found('look AROUND')).toEqual(['run_3', 'run_2', 'run_1']);
    expect(await found('100% of _')).toEqual([]);
    const [{ createdAt } = { createdAt: new Date() }] = await records.list({ limit: 1 });
    const after = { createdAt, id: 'run_3' };
    const rest = await records.list({ text: 'look around', limit: 9, after });
    expect(rest.map(({ id }) => id)).toEqual(['run_2', 'run_1']);
  });

  it('show no text in an error of the database', async () => {
    const notification = {
      id: 'told-twice',
      user: 'ada',
      kind: 'run-ended',
      title: 'The title of it',
      text: 'The text of it',
      createdAt: new Date(),
    };
    await db.insert(notifications).values(notification);
    const error = await db.insert(notifications).values(notification).catch(inspect);
    expect(error).toContain('told-twice');
    expect(error).not.toContain('of it');
  });

  it('leave other columns alone, whatever a text looks like', async () => {
    const user = 'baton1:one:text';
    await runRepository(db).insert({ ...runOf('run_4'), user });
    expect(await runRepository(db).terms('run_4')).toMatchObject({ user });
  });
});

test('records that no key opens name the key that is missing', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'baton-sealed-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  await makeDatabase(dataFolder);
  const openWith = async (sealer?: ReturnType<typeof sealerOf>) => {
    const { db, close } = await openDatabase({ dataFolder, ...(sealer && { sealer }) });
    return { records: runRepository(db), close };
  };
  const first = await openWith(sealerOf('first', 1));
  await first.records.insert(runOf('run_1'));
  await first.close();

  for (const sealer of [sealerOf('second', 2), sealerOf('first', 2), undefined]) {
    const { records, close } = await openWith(sealer);
    await expect(records.get('run_1')).rejects.toThrow(
      /^A value of the column compiled is encrypted with the key "first", and no key .* Add the key to BATON_KEYS/,
    );
    // What needs no key goes on.
    expect(await records.pending(new Date(), { limit: 1 })).toEqual(['run_1']);
    await close();
  }
});

test('without keys, nothing is written in plain text', async () => {
  const { db, close } = await openDatabase({});
  onTestFinished(close);
  const written = runRepository(db).insert(runOf('run_1'));
  await expect(written).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/^This process has no keys .* Set BATON_KEYS/) },
  });
  expect(await db.$count(runs)).toBe(0);
});
