import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import type { StepKey } from '../../../contracts/activities/index.ts';
import { stepKeyText } from '../../../contracts/activities/index.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { RunError } from '../../../contracts/runs/run.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';
import { ofTools } from '../../of-tools.ts';
import type { Database } from '../../open.ts';
import { messages, runs, steps } from '../../schema/index.ts';
import type { CallInFlight, ModelAttempt } from '../../schema/index.ts';
import { messageRow } from './conversations.ts';
import type { PlacedMessage } from './conversations.ts';

export type StepRow = typeof steps.$inferSelect;

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
};

export type StepEnd = {
  /** Which attempt ended; a later one that has begun keeps the record to itself. */
  attempt?: number;
  status: 'completed' | 'failed';
  name?: string;
  output?: Json;
  error?: RunError;
  /** Whose content what it gave holds, where others wrote it. */
  outside?: string[];
  attempts?: ModelAttempt[];
  inputTokens?: number;
  outputTokens?: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
  /** Decimal text in US dollars; null where the price is not known. */
  costUsd?: string | null;
};

/** The error of a step that its run ended before it was answered. */
export const stoppedStep = 'Stopped';

const earlierTries = sql`coalesce(${steps.attempts}, '[]'::jsonb)`;
/** A call that waits notes no more tries beyond these. */
const mostTriesOfWaiting = 20;

/** What the end of an attempt changes, and where: a later attempt that has begun keeps its record. */
function endOf(step: StepKey, { attempt, attempts, ...end }: StepEnd) {
  return {
    set: {
      ...end,
      ...(end.status === 'completed' && { error: null }),
      inFlight: null,
      endedAt: new Date(),
      ...(attempts && {
        attempts: sql`${earlierTries} || ${sql.param(attempts, steps.attempts)}::jsonb`,
      }),
    },
    isOurs: and(
      eq(steps.key, stepKeyText(step)),
      attempt === undefined ? undefined : lte(steps.attempt, attempt),
    ),
  };
}

/** Reads and writes the `steps` table: what each model call and tool run did. Writes give the steps as they are then. */
export function stepRepository(db: Database) {
  /** A message as a part of another statement: a row where its place was free. */
  const storing = (message: PlacedMessage) =>
    db
      .$with('stored')
      .as(
        db
          .insert(messages)
          .values(messageRow(message))
          .onConflictDoNothing()
          .returning({ turn: messages.turn }),
      );

  return {
    /**
     * Records the start of a step, or of one more attempt at it; what it is given takes the place of what was.
     * @returns no step where a later attempt than `latest` is on record, which keeps it.
     */
    async start(
      { runId, nodePath, step }: StepKey,
      { latest, ...start }: StepStart,
    ): Promise<BegunStep[]> {
      const key = stepKeyText({ runId, nodePath, step });
      return db
        .insert(steps)
        .values({ key, runId, nodePath, step, ...start, status: 'running', startedAt: new Date() })
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
          moment: sql`(select ${runs.moment} from ${runs} where ${runs.id} = ${runId})`.mapWith(
            runs.moment,
          ),
        });
    },

    async get(step: StepKey): Promise<StepRow | undefined> {
      const [row] = await db
        .select()
        .from(steps)
        .where(eq(steps.key, stepKeyText(step)));
      return row;
    },

    /** Records the model call that a step makes, in place of the one before. */
    async setInFlight(step: StepKey, inFlight: CallInFlight): Promise<void> {
      await db
        .update(steps)
        .set({ inFlight })
        .where(eq(steps.key, stepKeyText(step)));
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
     * @param more.mayHaveRun whether an attempt may have had its effect.
     */
    async wait(
      step: StepKey,
      reason: string,
      attempt: number,
      more: { since?: number | undefined; attempts?: ModelAttempt[]; mayHaveRun?: boolean } = {},
    ): Promise<StepRow[]> {
      const { since = Date.now(), attempts, mayHaveRun } = more;
      const isOurs = and(lte(steps.attempt, attempt), eq(steps.status, 'running'));
      return db
        .update(steps)
        .set({
          inFlight: null,
          output: {
            waiting: reason,
            since: new Date(since).toISOString(),
            ...(mayHaveRun && { mayHaveRun }),
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

    /** Ends the steps of a run that has ended; done again, it gives those that had a model call under way again. */
    async endOpen(runId: string): Promise<StepRow[]> {
      const error = { type: stoppedStep, message: 'The run ended before this step.' };
      const isOpen = or(eq(steps.status, 'running'), isNotNull(steps.inFlight));
      return db
        .update(steps)
        .set({ status: 'failed', error, endedAt: new Date() })
        .where(and(eq(steps.runId, runId), isOpen))
        .returning();
    },

    /**
     * Records how an attempt ended; the tries of earlier attempts are kept.
     * @param told what a conversation is told by it, stored in the same statement where its place is free.
     */
    async finish(step: StepKey, end: StepEnd, told?: PlacedMessage): Promise<StepRow[]> {
      const { set, isOurs } = endOf(step, end);
      return db
        .with(...(told ? [storing(told)] : []))
        .update(steps)
        .set(set)
        .where(isOurs)
        .returning();
    },

    /**
     * Stores a model's answer and records the end of its step, in one statement.
     * @returns no step where the answer's turn has one already, which counts then, or where a later attempt has begun.
     */
    async answer(step: StepKey, end: StepEnd, answer: PlacedMessage): Promise<StepRow[]> {
      const { set, isOurs } = endOf(step, end);
      const stored = storing(answer);
      return db
        .with(stored)
        .update(steps)
        .set(set)
        .where(and(isOurs, sql`exists (select from ${stored})`))
        .returning();
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

export type StepRepository = ReturnType<typeof stepRepository>;
