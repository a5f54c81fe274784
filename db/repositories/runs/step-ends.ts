import { and, eq, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { StepKey } from '../../../contracts/activities/index.ts';
import { stepKeyText } from '../../../contracts/activities/index.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { RunError } from '../../../contracts/runs/run.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import { builtOnce } from '../../built-once.ts';
import type { Database } from '../../open.ts';
import { messages, runs, steps } from '../../schema/index.ts';
import type { ModelAttempt } from '../../schema/index.ts';
import { messageRow } from './conversations.ts';
import type { PlacedMessage } from './conversations.ts';
import type { StepRow } from './step-queries.ts';

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

/** The tries of models that attempts at a step have recorded. */
export const earlierTries = sql`coalesce(${steps.attempts}, '[]'::jsonb)`;

/** What a step ends with, in one statement with a message. */
type EndValues = { key: string; endedAt: Date; error?: RunError | null } & Omit<StepEnd, 'error'> &
  Partial<ToldValues>;
type ToldValues = {
  toldIn: string;
  toldTurn: number;
  toldPosition: number;
  told: ChatMessage;
  toldOutside: string[] | null | undefined;
};

function endValues(step: StepKey, end: StepEnd, told?: PlacedMessage): EndValues {
  return {
    key: stepKeyText(step),
    endedAt: new Date(),
    ...end,
    ...(end.status === 'completed' && { error: null }),
    ...(told && toldValues(told)),
  };
}

function toldValues(told: PlacedMessage): ToldValues {
  const { conversationId, turn, position, message, outside } = messageRow(told);
  return {
    toldIn: conversationId,
    toldTurn: turn,
    toldPosition: position,
    told: message,
    toldOutside: outside,
  };
}

/** What the end of an attempt changes, and where: a later attempt that has begun keeps its record. */
function endOf(given: EndValues) {
  const { key, attempt, attempts, ...rest } = given;
  const { toldIn: _in, toldTurn: _turn, toldPosition: _position, ...others } = rest;
  const { told: _told, toldOutside: _outside, ...end } = others;
  return {
    set: {
      ...end,
      inFlight: null,
      ...(attempts && {
        attempts: sql`${earlierTries} || ${sql.param(attempts, steps.attempts)}::jsonb`,
      }),
    },
    isOurs: and(
      eq(steps.key, key),
      attempt === undefined ? undefined : lte(steps.attempt, attempt),
    ),
  };
}

/** Writes how steps end. Writes give the steps as they are then. */
export function stepEnds(db: Database) {
  /** A message as a part of another statement: a row where its place was free. */
  const storing = ({ toldIn, toldTurn, toldPosition, told, toldOutside }: ToldValues) =>
    db.$with('stored').as(
      db
        .insert(messages)
        .values({
          conversationId: toldIn,
          turn: toldTurn,
          position: toldPosition,
          message: told,
          outside: toldOutside,
        })
        .onConflictDoNothing()
        .returning({ turn: messages.turn }),
    );

  const finish = builtOnce((given: EndValues) => {
    const { set, isOurs } = endOf(given);
    return db
      .with(...(given.told === undefined ? [] : [storing(given as ToldValues)]))
      .update(steps)
      .set(set)
      .where(isOurs)
      .returning();
  });

  const answer = builtOnce((given: EndValues & ToldValues) => {
    const { set, isOurs } = endOf(given);
    const stored = storing(given);
    return db
      .with(stored)
      .update(steps)
      .set(set)
      .where(and(isOurs, sql`exists (select from ${stored})`))
      .returning();
  });

  return {
    /** Ends the steps of a run that has ended, when it did; done again, it gives those that had a model call under way again. */
    async endOpen(runId: string): Promise<StepRow[]> {
      const error = { type: stoppedStep, message: 'The run ended before this step completed.' };
      const isOpen = or(eq(steps.status, 'running'), isNotNull(steps.inFlight));
      const end = sql`(select ${runs.endedAt} from ${runs} where ${runs.id} = ${runId})`;
      const now = sql.param(new Date(), steps.endedAt);
      return (
        db
          .update(steps)
          // None ends before it began, by whatever clock.
          .set({
            status: 'failed',
            error,
            endedAt: sql`greatest(${steps.startedAt}, coalesce(${end}, ${now}))`,
          })
          .where(and(eq(steps.runId, runId), isOpen))
          .returning()
      );
    },

    /**
     * Records how an attempt ended; the tries of earlier attempts are kept.
     * @param told what a conversation is told by it, stored in the same statement where its place is free.
     */
    finish: (step: StepKey, end: StepEnd, told?: PlacedMessage): Promise<StepRow[]> =>
      finish(endValues(step, end, told)),

    /**
     * Stores a model's answer and records the end of its step, in one statement.
     * @returns no step where the answer's turn has one already, which counts then, or where a later attempt has begun.
     */
    answer: (step: StepKey, end: StepEnd, told: PlacedMessage): Promise<StepRow[]> =>
      answer({ ...endValues(step, end), ...toldValues(told) }),
  };
}
