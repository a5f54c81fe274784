import { entryOf } from '../catalog.ts';
import { maximumRefusedCalls } from '../../base/run-limits.ts';
import type { PipelineNode } from '../nodes/index.ts';
import type { CompiledPipeline, Pipeline } from '../pipeline.ts';
import { callGap, rightsGap } from '../../tools/tool-gaps.ts';
import type { ToolRefusalCode, ToolSpec, ToolTerms } from '../../tools/tools.ts';
import { possibleRuns } from './possible-runs.ts';
import { nodesInOrder } from './warnings/in-order.ts';

/** A call of a tool, by a node and not by an agent, that will be refused as things are. */
export type RefusedCall = {
  /** The node of the run's own pipeline that makes it, or that runs the pipeline that does. */
  node: string;
  /** The node that makes it: `place`, or `desk/place` in the pipeline that `desk` runs. */
  at: string;
  tool: string;
  code: ToolRefusalCode;
  /** Why it is refused, after the name of the tool. */
  message: string;
  fix: string;
};

/**
 * The calls of a run that will be refused: for each node the first call of each tool, {@link maximumRefusedCalls} at
 * most. `ending` are those at which the run is sure to end; none where it may complete.
 */
type RefusedCalls = { calls: RefusedCall[]; ending: RefusedCall[] };

/** The rights of the user: the plan, and the user's settings. */
export type UserOfRun = Pick<ToolTerms, 'plan'> & { user: NonNullable<ToolTerms['user']> };

const nothing: RefusedCalls = { calls: [], ending: [] };

/**
 * Finds the calls of a run's nodes that its user may not make, those in child pipelines too. That it ends at one is not
 * sure where the node is on a way that the run may leave out, goes on after a failure, or runs for each item of a list, which
 * may be empty. Pure.
 * @param tools by every name that they can be asked for by.
 */
export function refusedCalls(
  { pipeline, pipelines }: Pick<CompiledPipeline, 'pipeline' | 'pipelines'>,
  tools: Record<string, ToolSpec>,
  terms: UserOfRun,
): RefusedCalls {
  const children = new Map<string, RefusedCalls>();
  return ofPipeline(pipeline);

  function ofPipeline(document: Pipeline): RefusedCalls {
    const found = document.nodes.map((node) => ({ node, ...ofNode(node) }));
    const failing = found.filter(
      ({ node, ending }) => ending.length > 0 && node.onError === 'fail',
    );
    const certain = onEveryWay(
      document,
      failing.map(({ node }) => node.id),
    );
    return {
      calls: toTell(found.flatMap(({ calls }) => calls)),
      ending: toTell(
        failing.flatMap(({ node, ending }) => (certain.includes(node.id) ? ending : [])),
      ),
    };
  }

  function ofNode(node: PipelineNode): RefusedCalls {
    switch (node.kind) {
      case 'tool': {
        const called = [node.tool, ...(node.next ?? []).map(({ tool }) => tool)];
        const found = called.map((name) => ofCall(node.id, name));
        return {
          calls: found.flatMap(({ calls }) => calls),
          ending: found.flatMap(({ ending }) => ending),
        };
      }
      case 'map': {
        const { calls } =
          node.pipeline === undefined
            ? ofCall(node.id, node.tool ?? '')
            : ofChild(node.id, node.pipeline);
        return { calls, ending: [] };
      }
      case 'pipeline':
      case 'loop':
        return ofChild(node.id, node.pipeline);
      default:
        return nothing;
    }
  }

  function ofChild(id: string, name: string): RefusedCalls {
    const document = entryOf(pipelines, name);
    if (!document) return nothing;
    const known = children.get(name);
    // A pipeline that leads back to itself adds nothing.
    if (!known) children.set(name, nothing);
    const child = known ?? ofPipeline(document);
    children.set(name, child);
    const within = (call: RefusedCall) => ({ ...call, node: id, at: `${id}/${call.at}` });
    return { calls: child.calls.map(within), ending: child.ending.map(within) };
  }

  function ofCall(id: string, name: string): RefusedCalls {
    const tool = entryOf(tools, name);
    if (!tool) return nothing;
    const always = termsOfEachCall(tool, terms);
    const gap = callGap(tool, always);
    if (!gap) return nothing;
    const calls = [{ node: id, at: id, tool: tool.name, ...gap }];
    // Another worker may have what is missing here.
    return { calls, ending: rightsGap(tool, always) ? calls : [] };
  }
}

/** Calls that reduce risk pass, whatever the plan and the user's settings, unless the tool itself is denied. */
function termsOfEachCall(tool: ToolSpec, terms: UserOfRun): UserOfRun {
  const { relief, plan, switch: needed } = tool;
  if (!relief) return terms;
  const switches = needed === undefined ? {} : { [needed]: true };
  return { plan, user: { ...terms.user, switches, allowedTools: null } };
}

/** Repeated calls of nested pipelines are reported once. */
function toTell(calls: RefusedCall[]): RefusedCall[] {
  const alike = Map.groupBy(calls, ({ node, tool }) => `${node} ${tool}`);
  return [...alike.values()].map(([first]) => first!).slice(0, maximumRefusedCalls);
}

/**
 * Those of the nodes that every run to the end reaches. If there is none, but every run reaches at least one of them,
 * all of them. Empty if a run may skip all of them, or if there are too many paths to tell.
 */
function onEveryWay(pipeline: Pipeline, ids: string[]): string[] {
  if (ids.length === 0) return [];
  const nodes = nodesInOrder(pipeline);
  const into = new Map(nodes.map(({ id }) => [id, pipeline.edges.filter(({ to }) => to === id)]));
  const runs = possibleRuns(nodes, into);
  if (!runs) return [];
  const spareNone = (some: string[]) =>
    some.reduce((left, id) => left & ~(runs.ran.get(id) ?? 0n), runs.all) === 0n;
  const certain = ids.filter((id) => spareNone([id]));
  if (certain.length > 0) return certain;
  return spareNone(ids) ? ids : [];
}
