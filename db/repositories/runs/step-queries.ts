import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { StepKey } from '../../../contracts/activities/index.ts';
import { stepKeyText } from '../../../contracts/activities/index.ts';
import { ofTools } from '../../of-tools.ts';
import type { Database } from '../../open.ts';
import { steps } from '../../schema/index.ts';

export type StepRow = typeof steps.$inferSelect;

/** A step that goes on. */
export type OpenStep = Pick<StepRow, 'runId' | 'nodePath' | 'status' | 'output'>;

/** Finds steps. */
export function stepQueries(db: Database) {
  return {
    async get(step: StepKey): Promise<StepRow | undefined> {
      const [row] = await db
        .select()
        .from(steps)
        .where(eq(steps.key, stepKeyText(step)));
      return row;
    },

    /** The steps of a run in the order in which they began, from after `sequence` on. */
    async list(runId: string, after = 0, limit = 500): Promise<StepRow[]> {
      return db
        .select()
        .from(steps)
        .where(and(eq(steps.runId, runId), gt(steps.sequence, after)))
        .orderBy(asc(steps.sequence))
        .limit(limit);
    },

    /** The calls of these tools in a run, in any version, in the order in which they began. */
    async ofTools(runId: string, tools: readonly string[]): Promise<StepRow[]> {
      const isCall = and(eq(steps.kind, 'tool'), ofTools(steps.name, tools));
      return db
        .select()
        .from(steps)
        .where(and(eq(steps.runId, runId), isCall))
        .orderBy(asc(steps.sequence));
    },

    /** Of a run the steps with these keys, and those that began after `sequence`, in the order in which they did. */
    async changes(runId: string, keys: readonly string[], after: number): Promise<StepRow[]> {
      const isWanted = or(gt(steps.sequence, after), inArray(steps.key, [...keys]));
      return db
        .select()
        .from(steps)
        .where(and(eq(steps.runId, runId), isWanted))
        .orderBy(asc(steps.sequence))
        .limit(keys.length + 500);
    },

    /** The last steps of a run that began, in the order in which they did. */
    async latest(runId: string, limit: number): Promise<StepRow[]> {
      const rows = await db
        .select()
        .from(steps)
        .where(eq(steps.runId, runId))
        .orderBy(desc(steps.sequence))
        .limit(limit);
      return rows.toReversed();
    },

    /** The steps of a run that go on and began before `sequence`, in the order in which they did. */
    async runningBefore(runId: string, sequence: number): Promise<StepRow[]> {
      const isOpen = and(eq(steps.status, 'running'), lt(steps.sequence, sequence));
      return db
        .select()
        .from(steps)
        .where(and(eq(steps.runId, runId), isOpen))
        .orderBy(asc(steps.sequence));
    },

    /** The steps of some runs that go on, by run, in the order in which they began. */
    async running(runIds: readonly string[]): Promise<Map<string, OpenStep[]>> {
      if (runIds.length === 0) return new Map();
      const { runId, nodePath, status, output, sequence } = steps;
      const rows = await db
        .select({ runId, nodePath, status, output })
        .from(steps)
        .where(and(inArray(runId, [...runIds]), eq(status, 'running')))
        .orderBy(asc(runId), asc(sequence));
      return Map.groupBy(rows, (row) => row.runId);
    },

    /** The model calls of a run in which more than one model was tried, in the order of their beginnings. */
    async ofSeveralModels(
      runId: string,
    ): Promise<Pick<StepRow, 'nodePath' | 'step' | 'attempts' | 'startedAt'>[]> {
      const { nodePath, step, attempts, startedAt } = steps;
      return db
        .select({ nodePath, step, attempts, startedAt })
        .from(steps)
        .where(and(eq(steps.runId, runId), sql`jsonb_array_length(${attempts}) > 1`))
        .orderBy(asc(steps.sequence));
    },

    /** Tokens that a run has used so far. */
    async usage(runId: string): Promise<{ inputTokens: number; outputTokens: number }> {
      const [row] = await db
        .select({
          inputTokens: sql<string>`coalesce(sum(${steps.inputTokens}), 0)`,
          outputTokens: sql<string>`coalesce(sum(${steps.outputTokens}), 0)`,
        })
        .from(steps)
        .where(eq(steps.runId, runId));
      return {
        inputTokens: Number(row?.inputTokens ?? 0),
        outputTokens: Number(row?.outputTokens ?? 0),
      };
    },
  };
}
