import { and, desc, eq } from 'drizzle-orm';
import type { Publishing } from '../../../contracts/pipelines/publishing.ts';
import type { Database } from '../../open.ts';
import { pipelines, pipelineVersions, promotions } from '../../schema/index.ts';
import { whileActing } from '../../sealing.ts';
import { storeTriggers } from '../triggers/store-triggers.ts';
import type { Publisher } from '../triggers/store-triggers.ts';
import { keepVersion, named } from './keep-version.ts';

type PipelineRow = typeof pipelines.$inferSelect;
export type PromotionRow = typeof promotions.$inferSelect;

const shownPromotions = 100;

/** What is live under a name; nobody changes it until the transaction ends. */
export async function heldPipeline(tx: Database, name: string): Promise<PipelineRow | undefined> {
  const [row] = await tx.select().from(pipelines).where(eq(pipelines.name, name)).for('update');
  return row && named(row);
}

/** A stored pipeline with what was saved last in place of what is live. */
export async function newestOf(db: Database, live: PipelineRow): Promise<PipelineRow> {
  if (live.draftHash === null) return live;
  const draft = await versionOf(db, live.name, live.draftHash);
  if (!draft) return live;
  const { document, text, hash, savedAt: updatedAt } = draft;
  return { ...live, document, text, hash, updatedAt };
}

async function versionOf(db: Database, name: string, hash: string) {
  const { name: ofName, hash: ofHash } = pipelineVersions;
  const [row] = await db
    .select()
    .from(pipelineVersions)
    .where(and(eq(ofName, name), eq(ofHash, hash)));
  return row && named(row);
}

type Saved = Omit<Parameters<typeof keepVersion>[1], 'name'>;

/**
 * Keeps a version beside the live one. The content of the live one again, such as with other comments or places on the canvas, is
 * live at once: runs are the same with it.
 */
export async function saveDraft(
  tx: Database,
  live: PipelineRow,
  saved: Saved,
): Promise<PipelineRow> {
  const { document, text, hash, updatedAt } = saved;
  const { name } = live;
  await keepVersion(tx, { ...saved, name });
  const set =
    hash === live.hash ? { document, text, updatedAt, draftHash: null } : { draftHash: hash };
  const [row] = await tx.update(pipelines).set(set).where(eq(pipelines.name, name)).returning();
  return newestOf(tx, row!);
}

/** Notes which version is live now. The same one again is no promotion. */
export async function notePromotion(
  tx: Database,
  {
    name,
    hash,
    before,
    by,
  }: { name: string; hash: string; before?: string | undefined; by: string | null },
): Promise<void> {
  if (hash === before) return;
  const now = await versionOf(tx, name, hash);
  const old = before === undefined ? undefined : await versionOf(tx, name, before);
  if (!now) return;
  const from = old?.number ?? null;
  await tx.insert(promotions).values({ pipeline: name, number: now.number, hash, from, by });
}

/** Makes versions live, and says how they become so. */
export function publishingOf(db: Database) {
  return {
    /**
     * Makes a version the live one, which runs start with from then on. Its triggers act for who promotes it.
     * @returns false where there is no such version.
     */
    async promote(name: string, hash: string, publisher: Publisher): Promise<boolean> {
      return db.transaction(async (tx) => {
        const live = await heldPipeline(tx, name);
        const version = await whileActing(() => versionOf(tx, name, hash));
        if (!live || !version) return false;
        if (live.hash === hash) return true;
        const { document, text } = version;
        const updatedAt = new Date();
        const isByHand = live.publishing === 'by-hand';
        // What was saved last stays what the editor goes on with.
        const newest = live.draftHash ?? live.hash;
        const draftHash = isByHand && newest !== hash ? newest : null;
        await tx
          .update(pipelines)
          .set({ document, text, hash, source: 'user', updatedAt, draftHash })
          .where(eq(pipelines.name, name));
        // Where saving makes a version live, the live one is the one that was saved last.
        if (!isByHand)
          await keepVersion(tx, { ...version, note: undefined, updatedAt, by: publisher.name });
        await notePromotion(tx, { name, hash, before: live.hash, by: publisher.name });
        await storeTriggers(tx, document, publisher);
        return true;
      });
    },

    /**
     * Says how versions become live. A pipeline that comes with Baton becomes a user's own with it.
     * @returns `draft` where a version waits for its promotion, which saving would pass over.
     */
    async setPublishing(name: string, publishing: Publishing): Promise<'done' | 'draft'> {
      return db.transaction(async (tx) => {
        const live = await heldPipeline(tx, name);
        if (live && live.draftHash !== null && publishing === 'on-save') return 'draft';
        const own = publishing === 'by-hand' ? { source: 'user' as const } : {};
        await tx
          .update(pipelines)
          .set({ publishing, ...own })
          .where(eq(pipelines.name, name));
        return 'done';
      });
    },

    /** Which versions were made live last, newest first. */
    async promotions(name: string): Promise<PromotionRow[]> {
      return db
        .select()
        .from(promotions)
        .where(eq(promotions.pipeline, name))
        .orderBy(desc(promotions.id))
        .limit(shownPromotions);
    },
  };
}
