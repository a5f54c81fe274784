import type { CompiledPipeline } from '../../../contracts/pipelines/pipeline.ts';
import { orderTool } from '../../../contracts/trading/orders.ts';
import type { Database } from '../../../db/open.ts';
import { listOrderCalls, listOrderingRuns } from '../../../db/trading/order-origins.ts';
import { clientOrderId } from '../../../db/trading/order-ids.ts';
import type { OrderRow } from '../../../db/trading/orders.ts';
import type { Party } from './attribution.ts';

/** The agent and the pipeline that placed an order. */
export type Owner = { agent: Party; pipeline: Party };

type Ordered = Pick<OrderRow, 'clientOrderId' | 'runId' | 'parentId'>;

const direct: Party = { kind: 'direct', name: null };
const step: Party = { kind: 'step', name: null };

/**
 * Finds who placed each order. The id of an order is derived from its tool call, and the audit log has the agent of
 * each call; if that entry was deleted, only the pipeline of the run is known. An order of a pipeline step is
 * attributed to the agent that leads to it, if there is exactly one.
 * @returns a function from the id of an order to its owner. Orders of one owner get the same object.
 */
export async function readOwners(
  db: Database,
  orders: readonly Ordered[],
): Promise<(orderId: string) => Owner> {
  const runIds = [...new Set(orders.flatMap(({ runId }) => runId || []))];
  const [calls, runs] = [
    await listOrderCalls(db, orderTool, runIds),
    await listOrderingRuns(db, runIds),
  ];
  const callOf = new Map(
    calls.map((call) => {
      const { runId, key: decision } = call;
      return [clientOrderId({ runId, decision, leg: 'entry' }), call];
    }),
  );
  const runOf = new Map(runs.map((run) => [run.id, run]));
  const orderOf = new Map(orders.map((order) => [order.clientOrderId, order]));

  function ownerOf({ clientOrderId: id, runId }: Ordered): Owner {
    const call = callOf.get(id);
    const run = runOf.get(runId ?? '');
    const name = call && (call.agent ?? (run && agentOf(run.compiled, call)));
    if (!run) return { agent: name ? { kind: 'agent', name } : direct, pipeline: direct };
    const kind = run.kind === 'task' ? ('task' as const) : ('pipeline' as const);
    return {
      agent: name ? { kind: 'agent', name } : step,
      pipeline: { kind, name: run.pipeline },
    };
  }

  const ownerOfOrder = new Map<string, Owner>();
  const known = new Map<string, Owner>();
  for (const order of orders) {
    const owner = ownerOf(orderOf.get(order.parentId ?? '') ?? order);
    const text = JSON.stringify(owner);
    known.set(text, known.get(text) ?? owner);
    ownerOfOrder.set(order.clientOrderId, known.get(text)!);
  }
  return (orderId) => ownerOfOrder.get(orderId)!;
}

/**
 * The agent of a call, by its place in the pipeline: the agent that a task was delegated to, the agent of the node, or
 * the only agent that leads to the node through nodes without an agent. Undefined if there is none or several.
 */
function agentOf(
  { pipeline: { nodes, edges } }: CompiledPipeline,
  { runId, key }: { runId: string; key: string },
): string | undefined {
  const path = key.slice(runId.length + 1).replace(/#.*$/, '');
  const [, handedTo] = /\/turn-\d+-\d+-([^/]+)$/.exec(path) ?? [];
  if (handedTo !== undefined) return handedTo;
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const own = nodeOf.get(path);
  if (own?.kind === 'agent') return own.agent;
  const agents = new Set<string>();
  const seen = new Set<string>();
  const waiting = [path];
  for (const id of waiting) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { from } of edges.filter(({ to }) => to === id)) {
      const node = nodeOf.get(from);
      if (node?.kind === 'agent') agents.add(node.agent);
      else waiting.push(from);
    }
  }
  const [only, ...others] = agents;
  return others.length === 0 ? only : undefined;
}
