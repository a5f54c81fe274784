import { and, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import type { StepKey } from '../../../contracts/activities/index.ts';
import { stepKeyText } from '../../../contracts/activities/index.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';
import { builtOnce } from '../../built-once.ts';
import type { Database } from '../../open.ts';
import { runs, steps } from '../../schema/index.ts';
import type { CallInFlight, ModelAttempt } from '../../schema/index.ts';
import { dailyBudgetsOf } from '../models/daily-budgets.ts';
import type { DailyBudget } from '../models/daily-budgets.ts';
import { earlierTries, stepEnds } from './step-ends.ts';
import { stepQueries } from './step-queries.ts';
import type { StepRow } from './step-queries.ts';

export type { StepRow } from './step-queries.ts';

export type StepStart = {
  kind: 'model' | 'tool' | 'memory';
  name: string;
  label: string;
  attempt: number;
  /** The latest attempt that may be on record: where a later one is, this one begins too late. */
  latest?: number | undefined;
  input?: Json;
  /** The model call that it makes. */
  inFlight?: CallInFlight;
};

/** A step as it is when an attempt at it begins. */
export type BegunStep = StepRow & {
  /** Whether no attempt was recorded before. */
  isFirst: boolean;
  /** Up to when its run may know of anything, as its record says then. */
  moment: Moment | null;
  /** The daily budgets that the user of its run is charged to then. */
  dailyBudgets: DailyBudget[];
};

/** A call that waits notes no more tries beyond these. */
const mostTriesOfWaiting = 20;

/** Reads and writes the `steps` table: what each model call and tool run did. Writes give the steps as they are then. */
export function stepRepository(db: Database) {
  const begin = builtOnce(
    ({ latest, ...start }: StepKey & StepStart & { key: string; startedAt: Date }) =>
      db
        .insert(steps)
        .values({ ...start, status: 'running' })
        .onConflictDoUpdate({
          target: steps.key,
          set: {
            status: 'running',
            attempt: start.attempt,
            error: null,
            endedAt: null,
            // What a worker that died has left behind is booked first.
            inFlight: sql`coalesce(${steps.inFlight}, excluded.in_flight)`,
            ...(start.input !== undefined && { input: start.input }),
          },
          ...(latest !== undefined && { setWhere: lte(steps.attempt, latest) }),
        })
        .returning({
          ...getTableColumns(steps),
          // A row that was there has been locked for its update.
          isFirst: sql<boolean>`xmax = 0`,
          moment:
            sql`(select ${runs.moment} from ${runs} where ${runs.id} = ${start.runId})`.mapWith(
              runs.moment,
            ),
          dailyBudgets: dailyBudgetsOf(
            sql`(select ${runs.user} from ${runs} where ${runs.id} = ${start.runId})`,
          ),
        }),
  );

  return {
    ...stepQueries(db),
    ...stepEnds(db),

    /**
     * Records the start of a step, or of one more attempt at it; what it is given takes the place of what was.
     * @returns no step where a later attempt than `latest` is on record, which keeps it.
     */
    async start({ runId, nodePath, step }: StepKey, start: StepStart): Promise<BegunStep[]> {
      const key = stepKeyText({ runId, nodePath, step });
      return begin({ key, runId, nodePath, step, ...start, startedAt: new Date() });
    },

    /** Records the model call that an attempt at a step makes, in place of the one before, where no later one has begun. */
    async setInFlight(step: StepKey, inFlight: CallInFlight, attempt: number): Promise<void> {
      await db
        .update(steps)
        .set({ inFlight })
        .where(and(eq(steps.key, stepKeyText(step)), lte(steps.attempt, attempt)));
    },

    /** Records that an attempt at a step has no model call under way, where no later one has begun. */
    async clearInFlight(step: StepKey, attempt: number): Promise<void> {
      await db
        .update(steps)
        .set({ inFlight: null })
        .where(and(eq(steps.key, stepKeyText(step)), lte(steps.attempt, attempt)));
    },

    /** Records what a step that has begun was given, or what it has come to know of it. */
    async setInput(step: StepKey, input: Json): Promise<StepRow[]> {
      return db
        .update(steps)
        .set({ input })
        .where(eq(steps.key, stepKeyText(step)))
        .returning();
    },

    /**
     * Records what an attempt at a step waits for, where no later one has begun and none has ended it.
     * @param more.since in milliseconds since the epoch; now, where it begins to wait.
     * @param more.attempts the models that were tried; a long wait keeps the first of them.
     * @param more.behind where a limit holds it up: how many come before it, or null where nobody knows.
     * @param more.mayHaveRun whether an attempt may have had its effect.
     */
    async wait(
      step: StepKey,
      reason: string,
      attempt: number,
      more: {
        since?: number | undefined;
        attempts?: ModelAttempt[];
        mayHaveRun?: boolean;
        behind?: number | null | undefined;
      } = {},
    ): Promise<StepRow[]> {
      const { since = Date.now(), attempts, mayHaveRun, behind } = more;
      const isOurs = and(lte(steps.attempt, attempt), eq(steps.status, 'running'));
      return db
        .update(steps)
        .set({
          inFlight: null,
          output: {
            waiting: reason,
            since: new Date(since).toISOString(),
            ...(mayHaveRun && { mayHaveRun }),
            ...(behind !== undefined && { behind }),
          },
          ...(attempts && {
            attempts: sql`case when jsonb_array_length(${earlierTries}) < ${mostTriesOfWaiting}
              then ${earlierTries} || ${sql.param(attempts, steps.attempts)}::jsonb else ${earlierTries} end`,
          }),
        })
        .where(and(eq(steps.key, stepKeyText(step)), isOurs))
        .returning();
    },

    /** Takes back what a step waited for: it is under way. */
    async endWait(step: StepKey): Promise<StepRow[]> {
      return db
        .update(steps)
        .set({ output: null })
        .where(and(eq(steps.key, stepKeyText(step)), eq(steps.status, 'running')))
        .returning();
    },
  };
}

export type StepRepository = ReturnType<typeof stepRepository>;
