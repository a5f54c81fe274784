import { and, desc, eq, gte, inArray, lt, not, or, sql } from 'drizzle-orm';
import type { ToolOutcome } from '../../../contracts/tools/tools.ts';
import type { Database } from '../../open.ts';
import { toolCalls } from '../../schema/index.ts';

export type ToolCallRow = typeof toolCalls.$inferSelect;

export type ToolCallFilter = {
  tool?: string | undefined;
  user?: string | undefined;
  outcome?: ToolOutcome | undefined;
  code?: ToolCallRow['code'] | undefined;
  runId?: string | undefined;
  sideEffect?: boolean | undefined;
  since?: Date | undefined;
};

/** How the calls of one version of a tool went. */
export type ToolVersionMetrics = {
  version: number | null;
  calls: number;
  completed: number;
  waiting: number;
  refused: number;
  failed: number;
  cacheHits: number;
  /** Of those that were carried out and not answered from the cache; null where there were none. */
  p50Ms: number | null;
  p95Ms: number | null;
  errors: Record<string, number>;
};

/** Reads and writes the attempts at tool calls. */
export function toolCallRepository(db: Database) {
  const matching = (filter: ToolCallFilter) =>
    and(
      filter.tool === undefined ? undefined : eq(toolCalls.tool, filter.tool),
      filter.user === undefined ? undefined : eq(toolCalls.user, filter.user),
      filter.outcome === undefined ? undefined : eq(toolCalls.outcome, filter.outcome),
      filter.code === undefined || filter.code === null
        ? undefined
        : eq(toolCalls.code, filter.code),
      filter.runId === undefined ? undefined : eq(toolCalls.runId, filter.runId),
      filter.sideEffect === undefined ? undefined : eq(toolCalls.sideEffect, filter.sideEffect),
      filter.since === undefined ? undefined : gte(toolCalls.at, filter.since),
    );

  const readsOf = (user: string) =>
    and(
      eq(toolCalls.user, user),
      eq(toolCalls.sideEffect, false),
      eq(toolCalls.outcome, 'completed'),
    )!;

  return {
    /** Stores attempts; of one that is stored already, how it ended. */
    async put(rows: readonly ToolCallRow[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insert(toolCalls)
        .values([...rows])
        .onConflictDoUpdate({
          target: toolCalls.id,
          set: {
            outcome: sql`excluded.outcome`,
            code: sql`excluded.code`,
            message: sql`excluded.message`,
            executionMs: sql`excluded.execution_ms`,
            cached: sql`excluded.cached`,
          },
        });
    },

    /** Newest first, from the one after `after`. */
    async list({
      after,
      limit,
      withoutReadsOf,
      ...filter
    }: ToolCallFilter & {
      /** Whose calls without a side effect that were carried out are left out. */
      withoutReadsOf?: string | undefined;
      after?: { at: Date; id: string } | undefined;
      limit: number;
    }): Promise<ToolCallRow[]> {
      const older =
        after &&
        or(lt(toolCalls.at, after.at), and(eq(toolCalls.at, after.at), lt(toolCalls.id, after.id)));
      return db
        .select()
        .from(toolCalls)
        .where(
          and(
            matching(filter),
            older,
            withoutReadsOf === undefined ? undefined : not(readsOf(withoutReadsOf)),
          ),
        )
        .orderBy(desc(toolCalls.at), desc(toolCalls.id))
        .limit(limit);
    },

    /** How the calls of a tool since a time went, each version by itself, newest first. */
    async metrics(tool: string, since: Date): Promise<ToolVersionMetrics[]> {
      const count = (condition: ReturnType<typeof sql>) =>
        sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
      const isRun = sql`${toolCalls.outcome} = 'completed' and not ${toolCalls.cached}`;
      const quantile = (part: number) =>
        sql<
          number | null
        >`percentile_cont(${sql.raw(String(part))}) within group (order by ${toolCalls.executionMs}) filter (where ${isRun})`;
      const where = matching({ tool, since });
      const [totals, errors] = await Promise.all([
        db
          .select({
            version: toolCalls.version,
            calls: sql<number>`count(*)`.mapWith(Number),
            completed: count(sql`${toolCalls.outcome} = 'completed'`),
            waiting: count(sql`${toolCalls.outcome} = 'waiting'`),
            refused: count(sql`${toolCalls.outcome} = 'refused'`),
            failed: count(sql`${toolCalls.outcome} = 'failed'`),
            cacheHits: count(sql`${toolCalls.cached}`),
            p50Ms: quantile(0.5),
            p95Ms: quantile(0.95),
          })
          .from(toolCalls)
          .where(where)
          .groupBy(toolCalls.version)
          .orderBy(desc(toolCalls.version)),
        db
          .select({
            version: toolCalls.version,
            code: toolCalls.code,
            calls: sql<number>`count(*)`.mapWith(Number),
          })
          .from(toolCalls)
          .where(and(where, inArray(toolCalls.outcome, ['refused', 'failed'])))
          .groupBy(toolCalls.version, toolCalls.code),
      ]);
      return totals.map((total) => ({
        ...total,
        errors: Object.fromEntries(
          errors
            .filter(({ version }) => version === total.version)
            .map(({ code, calls }) => [code ?? 'INTERNAL', calls]),
        ),
      }));
    },

    /** Forgets the attempts from before a time; gives how many there were. */
    async prune(before: Date): Promise<number> {
      const gone = await db
        .delete(toolCalls)
        .where(lt(toolCalls.at, before))
        .returning({ id: toolCalls.id });
      return gone.length;
    },
  };
}

export type ToolCallRepository = ReturnType<typeof toolCallRepository>;
