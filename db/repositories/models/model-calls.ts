import { and, avg, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CostGrouping } from '../../../contracts/models/cost-groupings.ts';
import type { Database } from '../../open.ts';
import { modelCalls } from '../../schema/index.ts';
import { costsOfRounds } from './loop-costs.ts';

export type NewModelCall = typeof modelCalls.$inferInsert;

/** Sums over calls: tokens by kind, and the cost of those whose price is known as decimal text in US dollars. */
export type CostSum = {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  reasoningTokens: number;
  costUsd: string;
  /** What the providers' caches saved of it. */
  savedUsd: string;
  /** Calls that are not in `costUsd`. */
  unknownPriceCalls: number;
  /** Calls whose tokens are an estimate. */
  estimatedCalls: number;
};

/** An interval of time; the end is outside of it. */
export type CostPeriod = { from?: Date | undefined; to?: Date | undefined };

const groupings = {
  user: sql<string>`${modelCalls.user}`,
  key: sql<string | null>`${modelCalls.keyId}`,
  agent: sql<string | null>`${modelCalls.agent}`,
  run: sql<string | null>`${modelCalls.runId}`,
  model: sql<string>`${modelCalls.model}`,
  day: sql<string>`to_char(${modelCalls.at} at time zone 'UTC', 'YYYY-MM-DD')`,
} satisfies Record<CostGrouping, SQL>;

const total = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);

/** What is added up of calls. */
export const callSums = {
  calls: sql<number>`count(*)`.mapWith(Number),
  inputTokens: total(modelCalls.inputTokens),
  outputTokens: total(modelCalls.outputTokens),
  cachedInputTokens: total(modelCalls.cachedInputTokens),
  cacheWriteTokens: total(modelCalls.cacheWriteTokens),
  reasoningTokens: total(modelCalls.reasoningTokens),
  costUsd: sql<string>`trim_scale(coalesce(sum(${modelCalls.costUsd}), 0))::text`,
  savedUsd: sql<string>`trim_scale(coalesce(sum(${modelCalls.savedUsd}), 0))::text`,
  unknownPriceCalls: sql<number>`count(*) filter (where ${modelCalls.costUsd} is null)`.mapWith(
    Number,
  ),
  estimatedCalls: sql<number>`count(*) filter (where ${modelCalls.isEstimated})`.mapWith(Number),
};

/** Answers whose average says how long the next one is, and what is assumed where there are none. */
const latestAnswers = 50;
const assumedOutput = 500;

/** Reads the `model_calls` table: what was asked of models, and what it cost. */
export function modelCallRepository(db: Database) {
  const during = ({ from, to }: CostPeriod) =>
    and(from && gte(modelCalls.at, from), to && lt(modelCalls.at, to));

  async function sumOf(which: SQL | undefined): Promise<CostSum> {
    const [row] = await db.select(callSums).from(modelCalls).where(which);
    return row!;
  }

  return {
    /** The sums of each group, the dearest first; days in their order, the latest first. */
    async costs(
      by: CostGrouping,
      { limit, ...period }: CostPeriod & { limit: number },
    ): Promise<(CostSum & { key: string | null })[]> {
      const key = groupings[by];
      const cost = sql`coalesce(sum(${modelCalls.costUsd}), 0)`;
      const order = by === 'day' ? [desc(key)] : [desc(cost), desc(callSums.calls), key];
      return db
        .select({ key, ...callSums })
        .from(modelCalls)
        .where(during(period))
        .groupBy(key)
        .orderBy(...order)
        .limit(limit);
    },

    /** The sums over everything in the period. */
    total: (period: CostPeriod) => sumOf(during(period)),

    /** The sums of a run, with all that it started. */
    ofRun: (runId: string) => sumOf(eq(modelCalls.runId, runId)),

    /** What the rounds of a loop cost in a run. */
    ofRounds: (loop: { runId: string; nodePath: string }) => costsOfRounds(db, loop),

    /** The sums of several runs, by id; those that called no model are left out. */
    async ofRuns(runIds: string[]): Promise<Map<string, CostSum>> {
      if (runIds.length === 0) return new Map();
      const rows = await db
        .select({ runId: modelCalls.runId, ...callSums })
        .from(modelCalls)
        .where(inArray(modelCalls.runId, runIds))
        .groupBy(modelCalls.runId);
      return new Map(rows.flatMap(({ runId, ...sum }) => (runId === null ? [] : [[runId, sum]])));
    },

    /** Tokens of the answers that a model has lately given, on average. */
    async usualOutput(model: string): Promise<number> {
      const isAnswered = and(eq(modelCalls.model, model), eq(modelCalls.isEstimated, false));
      const latest = db
        .select({ tokens: modelCalls.outputTokens })
        .from(modelCalls)
        .where(isAnswered)
        .orderBy(desc(modelCalls.at))
        .limit(latestAnswers)
        .as('latest');
      const [row] = await db.select({ tokens: avg(latest.tokens) }).from(latest);
      return row?.tokens ? Math.round(Number(row.tokens)) : assumedOutput;
    },

    /** Tokens of the latest call of a node: what a conversation that its provider keeps had come to. */
    async latestTokens(runId: string, nodePath: string): Promise<number> {
      const [row] = await db
        .select({ input: modelCalls.inputTokens, output: modelCalls.outputTokens })
        .from(modelCalls)
        .where(and(eq(modelCalls.runId, runId), eq(modelCalls.nodePath, nodePath)))
        .orderBy(desc(modelCalls.at))
        .limit(1);
      return row ? row.input + row.output : 0;
    },
  };
}

export type ModelCallRepository = ReturnType<typeof modelCallRepository>;
