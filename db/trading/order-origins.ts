import { and, eq, inArray } from 'drizzle-orm';
import type { CompiledPipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunKind } from '../../contracts/runs/run.ts';
import { ofTools } from '../of-tools.ts';
import type { Database } from '../open.ts';
import { runs, steps, toolCalls } from '../schema/index.ts';

/** A call that placed an order. `agent` is null if the audit log no longer has the call. */
export type OrderCall = { runId: string; key: string; agent: string | null };

/** A run that placed orders, with its compiled pipeline. */
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

/** The calls of a tool, in any version, in runs: from the steps, with the agents in the audit log. */
export async function listOrderCalls(
  db: Database,
  tool: string,
  runIds: readonly string[],
): Promise<OrderCall[]> {
  const found = new Map<string, OrderCall>();
  for (const ids of partsOf(runIds)) {
    const made = await db
      .select({ runId: steps.runId, key: steps.key })
      .from(steps)
      .where(and(ofTools(steps.name, [tool]), inArray(steps.runId, ids)));
    const { runId, key, agent } = toolCalls;
    const logged = await db
      .selectDistinct({ runId, key, agent })
      .from(toolCalls)
      .where(and(eq(toolCalls.tool, tool), inArray(toolCalls.runId, ids)));
    for (const call of made) found.set(call.key, { ...call, agent: null });
    for (const call of logged) found.set(call.key, call);
  }
  return [...found.values()];
}

/** The runs with these ids. Ids of tool calls without a run are ignored. */
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
