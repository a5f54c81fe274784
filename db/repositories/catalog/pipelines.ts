import { createHash } from 'node:crypto';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Pipeline } from '../../../contracts/pipelines/pipeline.ts';
import type { Database } from '../../open.ts';
import { pipelines, pipelineVersions } from '../../schema/index.ts';
import { whileShowing } from '../../sealing.ts';
import { tableVersion } from '../table-version.ts';
import { readable } from '../readable.ts';
import { keepVersion, named } from './keep-version.ts';
import {
  heldPipeline,
  newestOf,
  notePromotion,
  publishingOf,
  saveDraft,
} from './publish-pipelines.ts';
import type { PipelineVersionRow } from './keep-version.ts';
import { storeTriggers } from '../triggers/store-triggers.ts';
import type { Publisher } from '../triggers/store-triggers.ts';

export type { PipelineVersionRow } from './keep-version.ts';
export type PipelineRepository = ReturnType<typeof pipelineRepository>;
export type PipelineRow = typeof pipelines.$inferSelect;

export type NewPipeline = {
  document: Pipeline;
  hash: string;
  source: 'shipped' | 'user';
  text: string | null;
  /** Who stores it, on whose behalf its triggers start runs; left out for what comes with Baton. */
  publisher?: Publisher;
  /** What changed, in the words of who stores it. */
  note?: string | undefined;
};

/** Tells one state of a stored pipeline from any other: also by its comments, and its positions on the canvas. */
export function revisionOf({ document, text }: Pick<PipelineRow, 'document' | 'text'>): string {
  return createHash('sha256')
    .update(JSON.stringify([document, text]))
    .digest('hex');
}

type WrittenRow = Omit<PipelineRow, 'publishing' | 'draftHash'>;

async function write(db: Database, row: WrittenRow, expected: string | null | undefined) {
  const insert = db.insert(pipelines).values(row);
  if (expected === null) return insert.onConflictDoNothing().returning();
  if (expected === undefined) {
    return insert.onConflictDoUpdate({ target: pipelines.name, set: row }).returning();
  }
  if (!(await isThere(db, row.name, expected))) return [];
  return db.update(pipelines).set(row).where(eq(pipelines.name, row.name)).returning();
}

/** Whether a revision is what was saved last; nobody changes it then until the transaction ends. */
async function isThere(db: Database, name: string, revision: string): Promise<boolean> {
  const row = await heldPipeline(db, name);
  return row !== undefined && revisionOf(await newestOf(db, row)) === revision;
}

/** Reads and writes stored pipelines and their versions. */
export function pipelineRepository(db: Database) {
  async function get(name: string): Promise<PipelineRow | undefined> {
    const [row] = await db.select().from(pipelines).where(eq(pipelines.name, name));
    return row && named(row);
  }

  async function names(): Promise<string[]> {
    const rows = await db
      .select({ name: pipelines.name })
      .from(pipelines)
      .orderBy(asc(pipelines.name));
    return rows.map(({ name }) => name);
  }

  return {
    get,
    names,

    /** What was saved last, which is not live where versions are promoted by hand. */
    async newest(name: string): Promise<PipelineRow | undefined> {
      const row = await get(name);
      return row && newestOf(db, row);
    },

    ...publishingOf(db),
    tableVersion: () => tableVersion(db, pipelines),

    /** By name. Those that no key opens are left out, except where they are only shown. */
    async list(): Promise<PipelineRow[]> {
      const all = () => db.select().from(pipelines).orderBy(asc(pipelines.name)).execute();
      return (await readable({ all, names, get })).map(named);
    },

    /**
     * Stores a pipeline under its name, in place of what was there, and keeps it as a version. Where versions are promoted by
     * hand, it is the draft, and the live one stays.
     * @param expected what must be there for it: a revision, null for nothing; left out,
     * whatever is there.
     * @returns what is stored now; undefined where something else than expected was there.
     */
    async put(
      { document, hash, source, text, publisher, note }: NewPipeline,
      expected?: string | null,
    ): Promise<PipelineRow | undefined> {
      const { name } = document;
      const content = { document, hash, text };
      const row = { name, ...content, source, updatedAt: new Date() };
      const by = publisher?.name ?? null;
      return db.transaction(async (transaction) => {
        const live = await heldPipeline(transaction, name);
        if (live?.publishing === 'by-hand') {
          const isExpected =
            expected === undefined ||
            (expected !== null && (await isThere(transaction, name, expected)));
          return isExpected ? saveDraft(transaction, live, { ...row, by, note }) : undefined;
        }
        const [stored] = await write(transaction, row, expected);
        if (!stored) return undefined;
        await keepVersion(transaction, { ...stored, by, note });
        await notePromotion(transaction, { name, hash, before: live?.hash, by });
        await storeTriggers(transaction, document, publisher ?? null);
        return stored;
      });
    },

    /**
     * Removes a pipeline with its versions. Where one of them comes with Baton, that one is back.
     * @param options.expected the revision that must be there for it; left out, whatever is there.
     * @param options.by who does it, as records name them.
     * @returns false where something else was there.
     */
    async remove(
      name: string,
      { expected, by = null }: { expected?: string | undefined; by?: string | null } = {},
    ): Promise<boolean> {
      return db.transaction(async (transaction) => {
        // Who saves or promotes it meanwhile is waited for, so that nothing of that is left.
        const live = await whileShowing(() => heldPipeline(transaction, name));
        if (expected !== undefined && !(await isThere(transaction, name, expected))) return false;
        const own = and(eq(pipelineVersions.name, name), eq(pipelineVersions.source, 'user'));
        const [shipped] = await transaction
          .select()
          .from(pipelineVersions)
          .where(and(eq(pipelineVersions.name, name), eq(pipelineVersions.source, 'shipped')))
          .orderBy(desc(pipelineVersions.savedAt))
          .limit(1);
        if (shipped) {
          const { hash } = shipped;
          await whileShowing(() =>
            notePromotion(transaction, { name, hash, before: live?.hash, by }),
          );
        }
        await transaction.delete(pipelineVersions).where(own);
        if (!shipped) {
          await storeTriggers(transaction, { name }, null);
          await transaction.delete(pipelines).where(eq(pipelines.name, name));
          return true;
        }
        const { document, text, hash, source, savedAt: updatedAt } = shipped;
        await transaction
          .update(pipelines)
          .set({ document, text, hash, source, updatedAt, publishing: 'on-save', draftHash: null })
          .where(eq(pipelines.name, name));
        // What a person had made of them ends: those that come with Baton are paused.
        await storeTriggers(transaction, { name }, null);
        await storeTriggers(transaction, shipped.document, null);
        return true;
      });
    },

    /** The versions of a pipeline, the one that was saved last first. */
    async versions(name: string): Promise<PipelineVersionRow[]> {
      const rows = await db
        .select()
        .from(pipelineVersions)
        .where(eq(pipelineVersions.name, name))
        .orderBy(desc(pipelineVersions.savedAt), asc(pipelineVersions.hash));
      return rows.map(named);
    },

    /** The numbers of the versions of a pipeline, in rising order. */
    async versionNumbers(name: string): Promise<number[]> {
      const { number } = pipelineVersions;
      const rows = await db
        .select({ number })
        .from(pipelineVersions)
        .where(eq(pipelineVersions.name, name))
        .orderBy(asc(number));
      return rows.map((row) => row.number);
    },

    async version(name: string, hash: string): Promise<PipelineVersionRow | undefined> {
      const [row] = await db
        .select()
        .from(pipelineVersions)
        .where(and(eq(pipelineVersions.name, name), eq(pipelineVersions.hash, hash)));
      return row && named(row);
    },

    /** Those that a number, or the beginning of a content hash, may mean. */
    async versionsMeant(name: string, meant: string): Promise<PipelineVersionRow[]> {
      const { number, hash } = pipelineVersions;
      const which = async (condition: SQL) => {
        const isOfName = eq(pipelineVersions.name, name);
        const rows = db.select().from(pipelineVersions).where(and(isOfName, condition));
        return (await rows.limit(2)).map(named);
      };
      const byHash = () => which(sql`starts_with(${hash}, ${meant})`);
      if (!/^\d{1,9}$/.test(meant)) return byHash();
      const numbered = await which(eq(number, Number(meant)));
      // A hash may begin with as many digits as people write of one.
      return numbered.length > 0 || meant.length < 8 ? numbered : byHash();
    },
  };
}
