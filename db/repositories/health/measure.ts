import { and, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { modelCalls, runs } from '../../schema/index.ts';
import type { healthAlerts } from '../../schema/index.ts';
import { leastOf } from './words-of.ts';

type Alert = typeof healthAlerts.$inferSelect;

/** As decimal text; null where too little is on record. */
type Measured = {
  value: string | null;
  /** The same without what came after the last look: what time alone has made of what was seen then. */
  before: string | null;
};

const hourMs = 3_600_000;

/** What an alert compares with its limit: percent of runs, or US dollars. */
export async function measure(tx: Database, alert: Alert, now: Date): Promise<Measured> {
  return alert.kind === 'cost' ? costOf(tx, alert, now) : rateOf(tx, alert, now);
}

/** What was there by the last look; all of it before the first one. */
const known = (at: typeof modelCalls.at | typeof runs.endedAt, { checkedAt }: Alert) =>
  checkedAt === null ? sql`true` : sql`${at} <= ${checkedAt.toISOString()}::timestamptz`;

const since = ({ lastHours }: Alert, now: Date) =>
  new Date(now.getTime() - (lastHours ?? 0) * hourMs);

async function costOf(tx: Database, alert: Alert, now: Date): Promise<Measured> {
  const sum = (which = sql`true`) =>
    sql<string>`coalesce(sum(${modelCalls.costUsd}) filter (where ${which}), 0)::text`;
  const [row] = await tx
    .select({ value: sum(), before: sum(known(modelCalls.at, alert)) })
    .from(modelCalls)
    .leftJoin(runs, and(eq(modelCalls.runId, runs.id), eq(runs.kind, 'run')))
    .where(
      and(
        gte(modelCalls.at, since(alert, now)),
        alert.pipeline === null ? undefined : eq(runs.pipeline, alert.pipeline),
      ),
    );
  return row!;
}

async function rateOf(tx: Database, alert: Alert, now: Date): Promise<Measured> {
  const { pipeline, lastRuns } = alert;
  const counted = and(
    isNotNull(runs.endedAt),
    inArray(runs.status, ['completed', 'failed', 'timeout']),
    isNull(runs.triedNode),
    pipeline === null ? undefined : and(eq(runs.kind, 'run'), eq(runs.pipeline, pipeline)),
    lastRuns === null ? gte(runs.endedAt, since(alert, now)) : undefined,
  );
  const ended = tx
    .select({ status: runs.status, isKnown: sql<boolean>`${known(runs.endedAt, alert)}`.as('k') })
    .from(runs)
    .where(counted)
    .orderBy(desc(runs.endedAt));
  const counts = (lastRuns === null ? ended : ended.limit(lastRuns)).as('ended');
  const isBad = sql`${counts.status} <> 'completed'`;
  const number = (which: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${which})`.mapWith(Number);
  const [row] = await tx
    .select({
      all: number(sql`true`),
      bad: number(isBad),
      allBefore: number(sql`${counts.isKnown}`),
      badBefore: number(sql`${isBad} and ${counts.isKnown}`),
    })
    .from(counts);
  const { all, bad, allBefore, badBefore } = row!;
  const least = leastOf(lastRuns);
  const percent = (part: number, whole: number) =>
    whole < least ? null : String((part / whole) * 100);
  const value = percent(bad, all);
  // The last runs stay the last however long none follows.
  return { value, before: lastRuns === null ? percent(badBefore, allBefore) : alert.value };
}
