import { childKeyOf } from '../../child-of.ts';
import { entryOf } from '../../catalog.ts';
import type { Catalog } from '../../catalog.ts';
import type { NodeOf, PipelineNode } from '../../nodes/index.ts';
import type { Pipeline } from '../../pipeline.ts';
import { nodesInOrder } from './in-order.ts';
import {
  after,
  entered,
  entering,
  givenByChild,
  meeting,
  nothing,
  taintOf,
  sourceOf,
  through,
  unapprovedOf,
  union,
} from './sources.ts';
import type { Resting, Sources } from './sources.ts';
import { untrustedToolsOf } from './untrusted-tools.ts';

type Field = (string | number)[];

/** A side effect that would rest on untrusted content which nobody has approved. */
export type TaintedEffect = {
  /** Id of the node. */
  node: string;
  /** Where in the node the tool, or the pipeline that holds it, is named. */
  field: Field;
  /** What has the effect: `matrix_send`, or `matrix_send in desk`. */
  effect: string;
  sources: string[];
};

/** The effects of a pipeline or a node, and what it has brought from outside. */
type Flow = { effects: TaintedEffect[]; brought: Sources };

const noFlow: Flow = { effects: [], brought: new Set() };

/**
 * Follows untrusted content through a valid pipeline, as its runs do. An approval covers everything before it if no
 * path leads past it; what a model writes from untrusted content is new and not covered.
 */
export function taintedEffects(pipeline: Pipeline, catalog: Catalog): TaintedEffect[] {
  const children = new Map<string, Flow>();
  return flowOf(pipeline, nothing).effects;

  function flowOf({ nodes, edges }: Pipeline, given: Resting): Flow {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const flows: Flow[] = [];
    const left = new Map<string, Resting>();
    for (const node of nodesInOrder({ nodes, edges })) {
      const { id } = node;
      const ways = edges
        .filter(({ to }) => to === id)
        .map(({ from, port }) => through(byId.get(from)!, port, left.get(from) ?? nothing));
      const reached = ways.length === 0 ? given : meeting(node, ways);
      const own = ownFlow(node, reached);
      flows.push(own);
      left.set(id, after(id, reached, own.brought));
    }
    return together(flows);
  }

  /** What a node adds: its effects, and what it brings. */
  function ownFlow(node: PipelineNode, reached: Resting): Flow {
    switch (node.kind) {
      case 'agent': {
        const read = sourceOf(node.id, untrustedToolsOf(node, catalog));
        return { effects: [], brought: union(read, taintOf(reached)) };
      }
      case 'model':
        return { effects: [], brought: taintOf(reached) };
      case 'tool':
        return chainFlow(node, unapprovedOf(reached));
      case 'pipeline':
        return childFlow(node.id, childKeyOf(node) ?? '', reached);
      case 'loop':
        return roundsFlow(node, reached);
      case 'map':
        if (node.pipeline !== undefined) return childFlow(node.id, childKeyOf(node) ?? '', reached);
        return callFlow(node, { name: node.tool ?? '', field: ['tool'] }, unapprovedOf(reached));
      case 'approval':
      case 'condition':
      case 'switch':
      case 'join':
      case 'transform':
      case 'wait':
      case 'wait_for_event':
        return noFlow;
    }
  }

  /** Each call of a chain rests on what those before it have read, too. */
  function chainFlow(node: NodeOf<'tool'>, unapproved: Sources): Flow {
    const calls: { name: string; field: Field }[] = [
      { name: node.tool, field: ['tool'] },
      ...(node.next ?? []).map(({ tool: name }, at) => ({ name, field: ['next', at, 'tool'] })),
    ];
    let read: Sources = new Set();
    const flows = calls.map((call) => {
      const flow = callFlow(node, call, union(unapproved, read));
      read = union(read, flow.brought);
      return flow;
    });
    return together(flows);
  }

  function callFlow(
    { id, sideEffects }: NodeOf<'tool'> | NodeOf<'map'>,
    { name, field }: { name: string; field: Field },
    unapproved: Sources,
  ): Flow {
    const tool = entryOf(catalog.tools, name);
    const isAsked = tool?.sideEffect && unapproved.size > 0 && sideEffects === undefined;
    return {
      effects: isAsked ? [{ node: id, field, effect: name, sources: [...unapproved] }] : [],
      brought: sourceOf(id, tool?.untrusted ? [name] : []),
    };
  }

  /** Each round is given what those before it have brought. */
  function roundsFlow(node: NodeOf<'loop'>, reached: Resting): Flow {
    const { id } = node;
    const name = childKeyOf(node) ?? '';
    const { brought } = childFlow(id, name, reached);
    return childFlow(id, name, after(id, reached, brought));
  }

  /** A child is looked at once for each way in which untrusted content can come into it. */
  function childFlow(id: string, name: string, reached: Resting): Flow {
    const document = entryOf(catalog.pipelines, name);
    if (!document) return noFlow;
    const given = entering(reached);
    const key = `${name} ${given.brought.size} ${given.approved.size}`;
    const child = children.get(key) ?? flowOf(document, given);
    children.set(key, child);
    // Effects of content that the child itself reads are reported for the child.
    const [first] = child.effects.filter(({ sources }) => sources.includes(entered));
    const own = { node: id, field: ['pipeline'], sources: [...unapprovedOf(reached)] };
    return {
      effects: first ? [{ ...own, effect: `${first.effect} in ${name}` }] : [],
      brought: givenByChild(child.brought, id, taintOf(reached)),
    };
  }
}

function together(flows: readonly Flow[]): Flow {
  return {
    effects: flows.flatMap(({ effects }) => effects),
    brought: union(...flows.map(({ brought }) => brought)),
  };
}
