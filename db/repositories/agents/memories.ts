import {
  and,
  cosineDistance,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import type {
  FoundMemory,
  Memory,
  MemoryOutline,
  MemoryPage,
  MemoryQuery,
  MemoryScope,
  NewMemory,
} from '../../../contracts/agents/memory.ts';
import type { Database } from '../../open.ts';
import { memories, memoriesSteps, memoriesStepsTable } from '../../schema/memories.ts';

const { vector: _vector, ...shown } = getTableColumns(memories);

/**
 * Brings the extension and the table up to date, in the steps that were not taken yet; several processes may do so at
 * once.
 * @param steps @default those of the table
 */
export async function prepareMemories(
  db: Database,
  steps: readonly (readonly string[])[] = memoriesSteps,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(7265617)`);
    await transaction.execute(sql.raw(memoriesStepsTable));
    const { rows } = (await transaction.execute(
      sql`select count(*)::int as taken from memories_steps`,
    )) as unknown as { rows: { taken: number }[] };
    const taken = rows[0]?.taken ?? 0;
    for (const [at, statements] of steps.entries()) {
      if (at < taken) continue;
      for (const statement of statements) await transaction.execute(sql.raw(statement));
      await transaction.execute(sql`insert into memories_steps (step) values (${at + 1})`);
    }
  });
}

/** Reads and writes what agents remember. Similarity is exact: the memories of one agent are few. */
export function memoryRepository(db: Database) {
  const inScope = (agent: string | null, { id, runId, user }: MemoryScope) =>
    and(
      agent === null ? undefined : eq(memories.agent, agent),
      id === undefined ? undefined : eq(memories.id, id),
      runId === undefined ? undefined : eq(memories.runId, runId),
      user === undefined ? undefined : eq(memories.user, user),
    );

  return {
    /** Stores a memory; one that is stored already stays as it is. */
    async insert(memory: NewMemory & { vector: number[] }) {
      await db.insert(memories).values(memory).onConflictDoNothing();
    },

    async has(agent: string, id: string): Promise<boolean> {
      const [row] = await db
        .select({ id: memories.id })
        .from(memories)
        .where(inScope(agent, { id }));
      return row !== undefined;
    },

    /** By cosine similarity, the highest first. */
    async similar(agent: string, query: MemoryQuery): Promise<FoundMemory[]> {
      const { vector, embedding, user, asOf, floor, limit, offset = 0 } = query;
      const comparable = db.$with('comparable').as(
        db
          .select({
            ...shown,
            // A planner may look at conditions in any order, and vectors of another length cannot be compared at all.
            similarity: sql<number>`case when ${memories.embedding} = ${embedding}
              then 1 - (${cosineDistance(memories.vector, vector)}) end`.as('similarity'),
          })
          .from(memories)
          .where(
            and(
              inScope(agent, user === undefined ? {} : { user }),
              eq(memories.embedding, embedding),
              asOf && or(isNull(memories.asOf), lte(memories.asOf, asOf)),
            ),
          ),
      );
      return db
        .with(comparable)
        .select()
        .from(comparable)
        .where(gte(comparable.similarity, floor))
        .orderBy(desc(comparable.similarity), desc(comparable.at), comparable.id)
        .limit(limit)
        .offset(offset);
    },

    /** Notes that a memory was told, at which similarity. */
    async noteRecall(
      agent: string,
      { id, similarity }: Pick<FoundMemory, 'id' | 'similarity'>,
      at: Date,
    ) {
      await db
        .update(memories)
        .set({
          recalls: sql`${memories.recalls} + 1`,
          lastRecalledAt: at,
          relevance: sql`greatest(${memories.relevance}, ${similarity}::real)`,
        })
        .where(inScope(agent, { id }));
    },

    /** Newest first. */
    async newest(agent: string, page: MemoryPage): Promise<Memory[]> {
      const { user } = page;
      return db
        .select(shown)
        .from(memories)
        .where(inScope(agent, user === undefined ? {} : { user }))
        .orderBy(desc(memories.at), desc(memories.id))
        .limit(page.limit)
        .offset(page.offset);
    },

    /** Memories of an agent by embedding. */
    async count(agent: string): Promise<Record<string, number>> {
      const rows = await db
        .select({ embedding: memories.embedding, entries: count() })
        .from(memories)
        .where(eq(memories.agent, agent))
        .groupBy(memories.embedding);
      return Object.fromEntries(rows.map(({ embedding, entries }) => [embedding, entries]));
    },

    async outlines(agent: string): Promise<MemoryOutline[]> {
      const { id, at, recalls, lastRecalledAt, relevance, embedding } = memories;
      return db
        .select({ id, at, recalls, lastRecalledAt, relevance, embedding })
        .from(memories)
        .where(eq(memories.agent, agent));
    },

    /** @param agent null for every agent. @returns how many there were. */
    async forget(agent: string | null, scope: MemoryScope): Promise<number> {
      const gone = await db
        .delete(memories)
        .where(inScope(agent, scope))
        .returning({ id: memories.id });
      return gone.length;
    },

    async forgetAll(agent: string, ids: string[]): Promise<void> {
      await db.delete(memories).where(and(eq(memories.agent, agent), inArray(memories.id, ids)));
    },
  };
}
