import { eq, max } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { pipelineVersions, promotions } from '../../schema/index.ts';
import type { pipelines } from '../../schema/index.ts';

export type PipelineVersionRow = typeof pipelineVersions.$inferSelect;

/** What stands in for a document that no key opens has the name all the same. */
export const named = <Row extends Pick<PipelineVersionRow, 'name' | 'document'>>(
  row: Row,
): Row => ({
  ...row,
  document: { ...row.document, name: row.name },
});

type Kept = Pick<
  typeof pipelines.$inferSelect,
  'name' | 'document' | 'text' | 'hash' | 'source' | 'updatedAt'
> & {
  /** Who saves it, as records name them; null for what comes with Baton. */
  by: string | null;
  /** What changed; left out, the note of an earlier save of the same content stays. */
  note?: string | undefined;
};

/**
 * Keeps what is stored under a name as a version of it, in a transaction that holds the row of the name. The same content
 * again is the version that it was, with its number and author, saved last now.
 */
export async function keepVersion(
  tx: Database,
  { by, note, updatedAt: savedAt, source, ...content }: Kept,
): Promise<void> {
  const { name, document, text, hash } = content;
  const latest = { document, text, savedAt, savedBy: by, ...(note !== undefined && { note }) };
  await tx
    .insert(pipelineVersions)
    .values({
      name,
      hash,
      source,
      number: await nextNumber(tx, name),
      author: by,
      createdAt: savedAt,
      ...latest,
    })
    // What comes with Baton stays marked so, whoever saves the same content again.
    .onConflictDoUpdate({ target: [pipelineVersions.name, pipelineVersions.hash], set: latest });
}

/** Numbers of versions that were deleted are not given again: the history of what was live names them. */
async function nextNumber(tx: Database, name: string): Promise<number> {
  const { number, from, pipeline } = promotions;
  const [kept] = await tx
    .select({ last: max(pipelineVersions.number) })
    .from(pipelineVersions)
    .where(eq(pipelineVersions.name, name));
  const [live] = await tx
    .select({ last: max(number), before: max(from) })
    .from(promotions)
    .where(eq(pipeline, name));
  return Math.max(kept?.last ?? 0, live?.last ?? 0, live?.before ?? 0) + 1;
}
