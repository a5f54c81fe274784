import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { modelCalls, runs } from '../../schema/index.ts';
import { callSums } from '../models/model-calls.ts';
import type { CostPeriod, CostSum } from '../models/model-calls.ts';

export type OverviewPart = 'pipeline' | 'agent' | 'model' | 'day';

/** How runs went, and how long half and 95 of 100 took at most: runs, or the calls of an agent or model. */
type Health = {
  runs: number;
  completed: number;
  failed: number;
  /** Of those that failed. */
  retried: number;
  timedOut: number;
  cancelled: number;
  medianMs: number | null;
  slowMs: number | null;
};
export type OverviewSum = Health & CostSum;
export type Overview = { totals: OverviewSum } & Record<
  OverviewPart,
  (OverviewSum & { key: string | null })[]
>;

/** Rows of each part. */
const mostRows = 200;

const dayOf = (at: SQL) => sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`;
/** A task has no pipeline of its own, nor has a call of the gateway. */
const pipeline = sql<string | null>`case when ${runs.kind} = 'run' then ${runs.pipeline} end`;
const runDay = dayOf(sql`${runs.createdAt}`);
const callDay = dayOf(sql`${modelCalls.at}`);

const within = (part: number, values: SQL, which: SQL) =>
  sql<
    number | null
  >`percentile_cont(${sql.raw(String(part))}) within group (order by ${values}) filter (where ${which})`.mapWith(
    Number,
  );
const runMs = sql`extract(epoch from ${runs.endedAt} - ${runs.startedAt}) * 1000`;
const hasCompleted = sql`${runs.status} = 'completed' and ${runs.startedAt} is not null`;
const number = (value: SQL) => sql<number>`${value}`.mapWith(Number);
const runsOf = (status: string) =>
  number(sql`count(*) filter (where ${runs.status} = ${sql.raw(`'${status}'`)})`);
const runsCalledIn = (status: string) =>
  number(sql`count(distinct ${runs.id}) filter (where ${runs.status} = ${sql.raw(`'${status}'`)})`);

/** Whether another run retries a run that failed; one that only tries a node of it does not. */
const hasRetry = sql`${runs.status} = 'failed' and exists (select 1 from runs as retries where retries.retry_of = ${runs.id} and retries.tried_node is null)`;

const ofRuns = {
  runs: number(sql`count(*)`),
  completed: runsOf('completed'),
  failed: runsOf('failed'),
  retried: number(sql`count(*) filter (where ${hasRetry})`),
  timedOut: runsOf('timeout'),
  cancelled: runsOf('cancelled'),
  medianMs: within(0.5, runMs, hasCompleted),
  slowMs: within(0.95, runMs, hasCompleted),
};

const ofCalls = {
  runs: number(sql`count(distinct ${runs.id})`),
  completed: runsCalledIn('completed'),
  failed: runsCalledIn('failed'),
  retried: number(sql`count(distinct ${runs.id}) filter (where ${hasRetry})`),
  timedOut: runsCalledIn('timeout'),
  cancelled: runsCalledIn('cancelled'),
  medianMs: within(0.5, sql`${modelCalls.durationMs}`, sql`true`),
  slowMs: within(0.95, sql`${modelCalls.durationMs}`, sql`true`),
  ...callSums,
};

/** What has no model calls has cost nothing. */
const noCalls: CostSum = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: '0',
  savedUsd: '0',
  unknownPriceCalls: 0,
  estimatedCalls: 0,
};
const noRuns: Health = {
  runs: 0,
  completed: 0,
  failed: 0,
  retried: 0,
  timedOut: 0,
  cancelled: 0,
  medianMs: null,
  slowMs: null,
};

/** How runs and model calls of a period went, counted in two statements. Tries of a single node are no runs. */
export async function overviewOf(db: Database, { from, to }: CostPeriod): Promise<Overview> {
  const [byRuns, byCalls] = await Promise.all([
    db
      .select({
        pipeline,
        day: runDay,
        set: sql<number>`grouping(${pipeline}, ${runDay})`,
        ...ofRuns,
      })
      .from(runs)
      .where(
        and(
          isNull(runs.triedNode),
          from && gte(runs.createdAt, from),
          to && lt(runs.createdAt, to),
        ),
      )
      .groupBy(sql`grouping sets ((), (${pipeline}), (${runDay}))`),
    db
      .select({
        pipeline,
        agent: modelCalls.agent,
        model: sql<string | null>`${modelCalls.model}`,
        day: callDay,
        set: sql<number>`grouping(${pipeline}, ${modelCalls.agent}, ${modelCalls.model}, ${callDay})`,
        ...ofCalls,
      })
      .from(modelCalls)
      .leftJoin(runs, isRunOf({ from, to }))
      .where(and(from && gte(modelCalls.at, from), to && lt(modelCalls.at, to)))
      .groupBy(
        sql`grouping sets ((), (${pipeline}), (${modelCalls.agent}), (${modelCalls.model}), (${callDay}))`,
      ),
  ]);
  const runRows = (set: number) => byRuns.filter((row) => Number(row.set) === set);
  const callRows = (set: number) => byCalls.filter((row) => Number(row.set) === set);
  const calls = (part: OverviewPart, set: number) =>
    callRows(set).map((row) => ({ ...healthOf(row), ...costOf(row), key: row[part] }));
  /** Runs count as the records of runs have them, costs as those of calls do. */
  const merged = (part: 'pipeline' | 'day', [runSet, callSet]: [number, number]) => {
    const costs = new Map(callRows(callSet).map((row) => [row[part], costOf(row)]));
    const health = new Map(runRows(runSet).map((row) => [row[part], healthOf(row)]));
    return [...new Set([...health.keys(), ...costs.keys()])].map((key) => ({
      key,
      ...(health.get(key) ?? noRuns),
      ...(costs.get(key) ?? noCalls),
    }));
  };
  const [allRuns] = runRows(3);
  const [allCalls] = callRows(15);
  return {
    totals: {
      ...(allRuns ? healthOf(allRuns) : noRuns),
      ...(allCalls ? costOf(allCalls) : noCalls),
    },
    pipeline: merged('pipeline', [1, 7]).toSorted(byRunsThenCost).slice(0, mostRows),
    agent: calls('agent', 11).toSorted(byRunsThenCost).slice(0, mostRows),
    model: calls('model', 13).toSorted(byRunsThenCost).slice(0, mostRows),
    day: merged('day', [2, 14])
      .toSorted((one, other) => (other.key ?? '').localeCompare(one.key ?? ''))
      .slice(0, mostRows),
  };
}

/** The run of a call; one from before the period does not count in it. */
function isRunOf({ from, to }: CostPeriod) {
  return and(
    eq(modelCalls.runId, runs.id),
    isNull(runs.triedNode),
    from && gte(runs.createdAt, from),
    to && lt(runs.createdAt, to),
  );
}

function healthOf(row: Health): Health {
  const { runs: count, completed, failed, retried, timedOut, cancelled, medianMs, slowMs } = row;
  return { runs: count, completed, failed, retried, timedOut, cancelled, medianMs, slowMs };
}

function costOf(row: CostSum): CostSum {
  return {
    calls: row.calls,
    inputTokens: row.inputTokens,
    outputTokens: row.outputTokens,
    cachedInputTokens: row.cachedInputTokens,
    cacheWriteTokens: row.cacheWriteTokens,
    reasoningTokens: row.reasoningTokens,
    costUsd: row.costUsd,
    savedUsd: row.savedUsd,
    unknownPriceCalls: row.unknownPriceCalls,
    estimatedCalls: row.estimatedCalls,
  };
}

function byRunsThenCost(one: OverviewSum, other: OverviewSum): number {
  return (
    other.runs - one.runs || Number(other.costUsd) - Number(one.costUsd) || other.calls - one.calls
  );
}
