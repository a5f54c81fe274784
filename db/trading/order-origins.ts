import { and, eq, inArray } from 'drizzle-orm';
import type { CompiledPipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunKind } from '../../contracts/runs/run.ts';
import type { Database } from '../open.ts';
import { runs, toolCalls } from '../schema/index.ts';

/** A call that placed an order, as the audit log has it. */
export type OrderCall = { runId: string; key: string; agent: string | null };

export type OrderingRun = {
  id: string;
  kind: RunKind;
  pipeline: string;
  compiled: CompiledPipeline;
};

const atOnce = 500;

function* partsOf<One>(all: readonly One[]): Generator<One[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}

/** The calls of a tool in runs, and those that were made without one. */
export async function listOrderCalls(
  db: Database,
  tool: string,
  runIds: readonly string[],
): Promise<OrderCall[]> {
  const found: OrderCall[] = [];
  for (const ids of partsOf(runIds)) {
    const { runId, key, agent } = toolCalls;
    const rows = await db
      .selectDistinct({ runId, key, agent })
      .from(toolCalls)
      .where(and(eq(toolCalls.tool, tool), inArray(toolCalls.runId, ids)));
    found.push(...rows);
  }
  return found;
}

/** The runs among ids; those of calls without a run are none. */
export async function listOrderingRuns(
  db: Database,
  ids: readonly string[],
): Promise<OrderingRun[]> {
  const found: OrderingRun[] = [];
  for (const part of partsOf(ids)) {
    const { id, kind, pipeline, compiled } = runs;
    const rows = await db
      .select({ id, kind, pipeline, compiled })
      .from(runs)
      .where(inArray(runs.id, part));
    found.push(...rows);
  }
  return found;
}
