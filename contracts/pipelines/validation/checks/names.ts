import { entryOf } from '../../catalog.ts';
import type { Catalog } from '../../catalog.ts';
import { maximumDepth } from '../../../base/run-limits.ts';
import { childKeyOf } from '../../child-of.ts';
import type { Pipeline } from '../../pipeline.ts';
import { suggestFirst } from '../../../base/nearest.ts';
import { brokenTool } from '../../../tools/no-such-tool.ts';
import { withoutVersions } from '../../../tools/tools.ts';
import { problem } from '../../../values/problem.ts';
import type { Path, Problem } from '../../../values/problem.ts';
import { badChain } from './chains.ts';
import type { Check, Checked } from './check.ts';

type Named = Record<string, unknown>;

function unknownTool(path: Path, name: string, { tools, toolProblems = [] }: Catalog): Problem[] {
  if (Object.hasOwn(tools, name)) return [];
  const broken = brokenTool(name, toolProblems);
  if (broken) return [problem(path, `tool ${name} ${broken.message}`, broken.fix)];
  return unknownName(path, 'tool', name, tools);
}

function unknownName(
  path: Path,
  kind: string,
  name: string,
  known: Named,
  suggest = suggestFirst(),
): Problem[] {
  if (Object.hasOwn(known, name)) return [];
  const names = withoutVersions(Object.keys(known));
  return [problem(path, `${kind} ${name} not found`, suggest(name, names))];
}

/** Tools, agents and pipelines that nodes name exist. */
export const unknownNames: Check = ({ draft, catalog }) =>
  draft.nodes.flatMap(({ index, node }) => {
    const path = ['nodes', index, node.kind];
    if (node.kind === 'tool') {
      return [
        ...unknownTool(path, node.tool, catalog),
        ...(node.next ?? []).flatMap(({ tool }, position) =>
          unknownTool(['nodes', index, 'next', position, 'tool'], tool, catalog),
        ),
      ];
    }
    if (node.kind === 'pipeline' || node.kind === 'loop') {
      if (node.pipeline === draft.name) return [];
      const place = ['nodes', index, 'pipeline'];
      return unknownName(place, 'pipeline', node.pipeline, catalog.pipelines);
    }
    if (node.kind === 'map') {
      const { tool, pipeline } = node;
      const place = (field: string) => ['nodes', index, field];
      if (tool !== undefined) return unknownTool(place('tool'), tool, catalog);
      if (pipeline === undefined || pipeline === draft.name) return [];
      return unknownName(place('pipeline'), 'pipeline', pipeline, catalog.pipelines);
    }
    if (node.kind === 'approval') {
      const { tool } = node;
      const place = ['nodes', index, 'tool'];
      return tool === undefined ? [] : unknownTool(place, tool, catalog);
    }
    if (node.kind !== 'agent') return [];
    const suggest = suggestFirst();
    return [
      ...unknownName(path, 'agent', node.agent, catalog.agents, suggest),
      ...node.delegates.flatMap((name, position) =>
        unknownName(
          ['nodes', index, 'delegates', position],
          'agent',
          name,
          catalog.agents,
          suggest,
        ),
      ),
    ];
  });

/** An agent node's tools are among its agent's own, and the agent's own exist. */
export const agentTools: Check = ({ draft: { nodes }, catalog }) =>
  nodes.flatMap(({ index, node }) => {
    const agent = node.kind === 'agent' ? entryOf(catalog.agents, node.agent) : undefined;
    if (node.kind !== 'agent' || !agent) return [];
    const suggest = suggestFirst();
    const outside = (node.tools ?? []).flatMap((tool, position) =>
      agent.tools.includes(tool)
        ? []
        : [
            problem(
              ['nodes', index, 'tools', position],
              `agent ${node.agent} has no tool ${tool}`,
              suggest(tool, agent.tools),
            ),
          ],
    );
    const gone = agent.tools.filter((tool) => !Object.hasOwn(catalog.tools, tool));
    return [
      ...outside,
      ...gone.map((tool) => {
        const { message, fix } = brokenTool(tool, catalog.toolProblems ?? []) ?? {
          message: 'was not found',
          fix: 'add the tool, or use another agent',
        };
        const told = `agent ${node.agent} needs the tool ${tool}, which ${message}`;
        return problem(['nodes', index, 'agent'], told, fix);
      }),
    ];
  });

/**
 * An agent does not delegate to itself. Agents may delegate to each other: a run stops delegations that go in circles
 * or too deep.
 */
export const delegation: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'agent') return [];
    return node.delegates.flatMap((name, position) =>
      name === node.agent
        ? [
            problem(
              ['nodes', index, 'delegates', position],
              'an agent cannot delegate to itself',
              'remove it',
            ),
          ]
        : [],
    );
  });

function pipelinesIn(pipeline: Pipeline | undefined): string[] {
  return (pipeline?.nodes ?? []).flatMap((node) => {
    const key = childKeyOf(node);
    return key === undefined ? [] : [key];
  });
}

/** No pipeline runs itself, directly or through another, and none runs too deep. */
export const recursion: Check = ({ draft: { name, nodes }, catalog }: Checked) =>
  nodes.flatMap(({ index, node }) => {
    const own = childKeyOf(node);
    if (own === undefined) return [];
    const start = name ?? own;
    const next = (child: string): string[] =>
      child === name ? [own] : pipelinesIn(entryOf(catalog.pipelines, child));
    const chain = badChain(start, next, maximumDepth + 1);
    if (!chain) return [];
    const way = chain.join(' → ');
    const isCircle = chain.indexOf(chain.at(-1) ?? '') < chain.length - 1;
    const message = isCircle
      ? `pipelines run each other in a cycle: ${way}`
      : `pipelines are nested more than ${maximumDepth} levels deep: ${way}`;
    return [problem(['nodes', index, 'pipeline'], message, 'run another pipeline here')];
  });
