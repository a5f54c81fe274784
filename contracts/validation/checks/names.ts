import { entryOf } from '../../catalog.ts';
import { maximumDepth } from '../../limits.ts';
import type { Pipeline } from '../../pipeline.ts';
import { suggest } from '../../nearest.ts';
import { problem } from '../problem.ts';
import type { Path, Problem } from '../problem.ts';
import { badChain } from './chains.ts';
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

/** An agent gives nothing to itself. Agents may give to each other: a run ends what goes in circles or too deep. */
export const delegation: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'agent') return [];
    return node.delegates.flatMap((name, position) =>
      name === node.agent
        ? [
            problem(
              ['nodes', index, 'delegates', position],
              'an agent cannot delegate to itself',
              'take it out',
            ),
          ]
        : [],
    );
  });

function pipelinesIn(pipeline: Pipeline | undefined): string[] {
  return (pipeline?.nodes ?? []).flatMap((node) =>
    node.kind === 'pipeline' ? [node.pipeline] : [],
  );
}

/** No pipeline runs itself, directly or through another, and none runs too deep. */
export const recursion: Check = ({ draft: { name, nodes }, catalog }: Checked) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'pipeline') return [];
    const start = name ?? node.pipeline;
    const next = (child: string): string[] =>
      child === name ? [node.pipeline] : pipelinesIn(entryOf(catalog.pipelines, child));
    const chain = badChain(start, next, maximumDepth + 1);
    if (!chain) return [];
    const way = chain.join(' → ');
    const isCircle = chain.indexOf(chain.at(-1) ?? '') < chain.length - 1;
    const message = isCircle
      ? `pipelines run each other in a circle: ${way}`
      : `pipelines run each other more than ${maximumDepth} deep: ${way}`;
    return [problem(['nodes', index, 'pipeline'], message, 'run another pipeline here')];
  });
