import { entryOf } from '../../catalog.ts';
import type { AgentDefinition } from '../../agents.ts';
import { maximumDepth } from '../../limits.ts';
import type { Pipeline } from '../../pipeline.ts';
import { suggest } from '../../nearest.ts';
import type { NodeOf } from '../../nodes/index.ts';
import { problem } from '../problem.ts';
import type { Path, Problem } from '../problem.ts';
import type { Check, Checked } from './check.ts';

type Named = Record<string, unknown>;

function unknownName(path: Path, kind: string, name: string, known: Named): Problem[] {
  if (Object.hasOwn(known, name)) return [];
  return [problem(path, `there is no ${kind} ${name}`, suggest(name, Object.keys(known)))];
}

/** Tools, agents and pipelines that nodes name exist. */
export const unknownNames: Check = ({ draft, catalog }) =>
  draft.nodes.flatMap(({ index, node }) => {
    const path = ['nodes', index, node.kind];
    if (node.kind === 'tool') return unknownName(path, 'tool', node.tool, catalog.tools);
    if (node.kind === 'pipeline') {
      if (node.pipeline === draft.name) return [];
      return unknownName(path, 'pipeline', node.pipeline, catalog.pipelines);
    }
    if (node.kind === 'approval') {
      const { tool } = node;
      const place = ['nodes', index, 'tool'];
      return tool === undefined ? [] : unknownName(place, 'tool', tool, catalog.tools);
    }
    if (node.kind !== 'agent') return [];
    return [
      ...unknownName(path, 'agent', node.agent, catalog.agents),
      ...node.delegates.flatMap((name, position) =>
        unknownName(['nodes', index, 'delegates', position], 'agent', name, catalog.agents),
      ),
    ];
  });

/** An agent node's tools are among its agent's own, and the agent's own exist. */
export const agentTools: Check = ({ draft: { nodes }, catalog }) =>
  nodes.flatMap(({ index, node }) => {
    const agent = node.kind === 'agent' ? entryOf(catalog.agents, node.agent) : undefined;
    if (node.kind !== 'agent' || !agent) return [];
    const outside = (node.tools ?? []).flatMap((tool, position) =>
      agent.tools.includes(tool)
        ? []
        : [
            problem(
              ['nodes', index, 'tools', position],
              `the agent ${node.agent} has no tool ${tool}`,
              suggest(tool, agent.tools),
            ),
          ],
    );
    const gone = agent.tools.filter((tool) => !Object.hasOwn(catalog.tools, tool));
    return [
      ...outside,
      ...gone.map((tool) =>
        problem(
          ['nodes', index, 'agent'],
          `the agent ${node.agent} needs the tool ${tool}, which does not exist`,
          'add the tool, or use another agent',
        ),
      ),
    ];
  });

/** The ways from a name through others that come back on themselves or go too deep. */
function badChains(
  name: string,
  next: (name: string) => string[],
  trail: string[] = [],
): string[][] {
  const here = [...trail, name];
  if (trail.includes(name) || here.length > maximumDepth + 1) return [here];
  return next(name).flatMap((following) => badChains(following, next, here));
}

function chainProblem(path: Path, verb: string, chain: string[], fix: string): Problem {
  const way = chain.join(' → ');
  const isCycle = chain.indexOf(chain.at(-1) ?? '') < chain.length - 1;
  return isCycle
    ? problem(path, `${verb} in a circle: ${way}`, fix)
    : problem(path, `${verb} more than ${maximumDepth} deep: ${way}`, fix);
}

function delegatesOf(
  node: NodeOf<'agent'>,
  agents: Record<string, AgentDefinition>,
): (name: string) => string[] {
  return (name) => [
    ...new Set([
      ...(entryOf(agents, name)?.delegates ?? []),
      ...(name === node.agent ? node.delegates : []),
    ]),
  ];
}

/** Delegation ends: no agent gets back what it gave away. */
export const delegation: Check = ({ draft: { nodes }, catalog }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'agent') return [];
    const [chain] = badChains(node.agent, delegatesOf(node, catalog.agents));
    if (!chain) return [];
    const fix = 'take one of them out of the delegates';
    return [chainProblem(['nodes', index, 'delegates'], 'agents delegate', chain, fix)];
  });

function pipelinesIn(pipeline: Pipeline | undefined): string[] {
  return (pipeline?.nodes ?? []).flatMap((node) =>
    node.kind === 'pipeline' ? [node.pipeline] : [],
  );
}

/** No pipeline runs itself, directly or through another. */
export const recursion: Check = ({ draft: { name, nodes }, catalog }: Checked) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'pipeline') return [];
    const next = (child: string): string[] =>
      child === name ? [] : pipelinesIn(entryOf(catalog.pipelines, child));
    const own = name === undefined ? [] : [name];
    const [chain] = node.pipeline === name ? [[name, name]] : badChains(node.pipeline, next, own);
    if (!chain) return [];
    const fix = 'run another pipeline here';
    return [chainProblem(['nodes', index, 'pipeline'], 'pipelines run each other', chain, fix)];
  });
