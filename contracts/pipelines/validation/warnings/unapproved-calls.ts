import { entryOf } from '../../catalog.ts';
import type { Catalog } from '../../catalog.ts';
import type { NodeOf } from '../../nodes/index.ts';
import type { Pipeline } from '../../pipeline.ts';
import { approvalOf } from '../../approved-call.ts';
import type { TaintedEffect } from './taint-flow.ts';

/** A side effect without an approval of exactly its call before it. */
export type UnapprovedCall = Pick<TaintedEffect, 'node' | 'field' | 'effect'> & {
  /** The approval that comes before it, which is of something else. */
  approval?: string;
};

type Acting = NodeOf<'tool'> | NodeOf<'map'>;

/**
 * Finds the calls with a side effect that no person approves exactly as they are made: calls without an approval
 * before them, or behind one that shows something else. An approval covers a call if it names the tool and its
 * arguments, and the call uses the approved arguments.
 */
export function unapprovedCalls(
  { nodes, edges }: Pipeline,
  { tools }: Pick<Catalog, 'tools'>,
): UnapprovedCall[] {
  const approvals = new Set(nodes.flatMap(({ id, kind }) => (kind === 'approval' ? [id] : [])));
  return nodes
    .filter((node): node is Acting => node.kind === 'tool' || node.kind === 'map')
    .filter(({ sideEffects }) => sideEffects === undefined)
    .flatMap((node) => {
      const before = approvalsBefore(node.id);
      const [approval] = before;
      return callsOf(node)
        .filter(({ name }) => isAskedAbout(name))
        .filter(({ name, args }) => !isApproved({ tool: name, args }, before))
        .map(({ name, field }) => ({
          node: node.id,
          field,
          effect: name,
          ...(approval !== undefined && { approval }),
        }));
    });

  /** Calls that only reduce risk need no approval. */
  function isAskedAbout(name: string): boolean {
    const tool = entryOf(tools, name);
    return tool?.sideEffect === true && !tool.relief;
  }

  function isApproved(call: { tool: string; args: unknown }, before: readonly string[]): boolean {
    const approval = approvalOf(call, nodes);
    return approval !== undefined && before.includes(approval);
  }

  /** The approvals that lead to a node by their port `approved`, the nearest first. */
  function approvalsBefore(id: string): string[] {
    const seen = new Set([id]);
    const found: string[] = [];
    for (const at of seen) {
      for (const { from, to, port = 'approved' } of edges) {
        if (to !== at || seen.has(from)) continue;
        seen.add(from);
        if (approvals.has(from) && port === 'approved') found.push(from);
      }
    }
    return found;
  }
}

type Call = { name: string; args: unknown; field: (string | number)[] };

function callsOf(node: Acting): Call[] {
  const first = { name: node.tool ?? '', args: node.args, field: ['tool'] };
  if (node.kind === 'map') return [{ ...first, args: undefined }];
  const next = (node.next ?? []).map(({ tool, args }, at) => ({
    name: tool,
    args,
    field: ['next', at, 'tool'],
  }));
  return [first, ...next];
}
