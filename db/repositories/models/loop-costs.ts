import { and, eq, like, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { modelCalls } from '../../schema/index.ts';

/** What model calls in the rounds of a loop cost in one run, in US dollars, with the number of the round; those without a price are left out. */
export async function costsOfRounds(
  db: Database,
  { runId, nodePath }: { runId: string; nodePath: string },
): Promise<{ round: number; costUsd: string }[]> {
  const prefix = `${nodePath}.round-`;
  const costUsd = sql<string>`coalesce(sum(${modelCalls.costUsd}), 0)::text`;
  const rows = await db
    .select({ path: modelCalls.nodePath, costUsd })
    .from(modelCalls)
    .where(and(eq(modelCalls.runId, runId), like(modelCalls.nodePath, `${prefix}%`)))
    .groupBy(modelCalls.nodePath);
  // An id may have an underscore, which stands for any character in SQL.
  return rows.flatMap(({ path, costUsd: cost }) =>
    path?.startsWith(prefix)
      ? [{ round: Number.parseInt(path.slice(prefix.length), 10), costUsd: cost }]
      : [],
  );
}
