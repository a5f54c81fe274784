import type { z } from 'zod';
import type { FieldProblem, retryRunSchema } from '../../contracts/api/index.ts';
import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import { childKeyOf, firstPart, isPart } from '../../contracts/pipelines/child-of.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import { decides, nodePorts } from '../../contracts/pipelines/nodes/ports.ts';
import type { CompiledPipeline, Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { insideChild } from '../../contracts/runs/retry.ts';
import type { RetryPlan } from '../../contracts/runs/retry.ts';
import { Problem } from '../base/problem.ts';

export type RetryRequest = Omit<z.output<typeof retryRunSchema>, 'dryRun'>;

/** @throws {Problem} where an agent of a task is no longer there. */
export function requireAgents({ pipeline }: CompiledPipeline, { agents }: Catalog): void {
  for (const node of pipeline.nodes) {
    if (node.kind !== 'agent' || Object.hasOwn(agents, node.agent)) continue;
    const message = `agent ${node.agent} not found`;
    throw new Problem(
      'invalid-request',
      `Agent ${node.agent} no longer exists. Retry the task without \`pipeline\`, with the agent as it was.`,
      [{ path: 'pipeline', message, fix: 'remove it' }],
    );
  }
}

/**
 * @throws {Problem} where a node that is tried would be skipped, since nothing that leads to it has an output, or where an
 * approval before it would be.
 */
export function requireReached({ edges, nodes }: Pipeline, { kept, only }: RetryPlan): void {
  if (only === undefined) return;
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]));
  const titles = new Map(
    nodes.map(({ id, title }) => [id, title === undefined ? id : `“${title}”`]),
  );
  const states = new Map(kept.map((state) => [state.id, state]));
  /** The nodes that lead to one, where none of them leads to it by now. */
  const missingBefore = (id: string): string[] => {
    const before = edges.filter(({ to }) => to === id);
    const missing = before.filter(({ from, port }) => {
      const [state, kind] = [states.get(from), kinds.get(from)];
      return state && kind && state.port !== (port ?? nodePorts[kind][0]);
    });
    return missing.length < before.length ? [] : missing.map(({ from }) => from);
  };
  const leading = new Set([only]);
  for (const id of leading) {
    for (const { from, to } of edges) if (to === id) leading.add(from);
  }
  const running = [...leading].filter((id) => !states.has(id));
  for (const id of running) {
    const [from] = missingBefore(id);
    if (from === undefined) continue;
    const message = `node ${titles.get(id)} runs after ${titles.get(from)}, which did not lead to it in this run or has changed since`;
    const isDecided = decides(kinds.get(from) ?? '');
    const fix = isDecided ? `retry from ${from}` : `give the output of ${from} in outputs`;
    throw new Problem('invalid-request', sentence(`${message}; ${fix}`), [
      { path: 'only', message, fix },
    ]);
  }
}

/** @throws {Problem} where the child pipeline that a node is inside of would run from its start. */
export function requireInside({ continued }: RetryPlan, from: string | undefined): void {
  const inside = from === undefined ? undefined : insideChild(from);
  if (!inside || continued.includes(inside.node)) return;
  const message = `${inside.node} runs from the start in this retry, so you cannot name a node inside it`;
  const fix = `use ${inside.node}`;
  throw new Problem('invalid-request', sentence(`${message}; ${fix}`), [
    { path: 'from', message, fix },
  ]);
}

/** What is wrong with the path of a node inside of a child pipeline. */
function problemInside(compiled: CompiledPipeline, path: string): FieldProblem | undefined {
  let { nodes } = compiled.pipeline;
  let rest = path;
  for (let inside = insideChild(rest); inside; inside = insideChild(rest)) {
    const { node: id, item, from } = inside;
    const node = nodes.find((one) => one.id === id);
    if (!node) return notFound(id, nodes);
    const name = childKeyOf(node);
    const child = name === undefined ? undefined : compiled.pipelines[name];
    if (!child) {
      return { path: 'from', message: `${id} runs no pipeline`, fix: `use ${id}` };
    }
    if (!isPart(node, item)) {
      const fix = `write ${id}${firstPart(node)}/${from}`;
      return { path: 'from', message: `${id}${item} is not in the run`, fix };
    }
    ({ nodes } = child);
    rest = from;
  }
  return nodes.some(({ id }) => id === rest) ? undefined : notFound(rest, nodes);
}

function notFound(id: string, nodes: Pipeline['nodes']): FieldProblem {
  const fix = suggest(
    id,
    nodes.map((node) => node.id),
  );
  return { path: 'from', message: `node ${id} not found`, fix };
}

export function requireNodes(compiled: CompiledPipeline, request: RetryRequest): void {
  const { only, from = only, outputs = {} } = request;
  const named = only === undefined ? 'from' : 'only';
  const kinds = new Map(compiled.pipeline.nodes.map(({ id, kind }) => [id, kind]));
  const isInside = from !== undefined && insideChild(from) !== undefined;
  const inside = isInside ? problemInside(compiled, from) : undefined;
  const places = [
    ...(from === undefined || isInside ? [] : [{ path: named, id: from }]),
    ...Object.keys(outputs).map((id) => ({ path: `outputs.${id}`, id })),
  ];
  const problems = places.flatMap(({ path, id }): FieldProblem[] => {
    const kind = kinds.get(id);
    if (kind === undefined) {
      return [{ path, message: `node ${id} not found`, fix: suggest(id, [...kinds.keys()]) }];
    }
    if (path === named) {
      const message = `outputs sets the output of ${id}, so it cannot run again`;
      return Object.hasOwn(outputs, id) ? [{ path, message, fix: 'remove one of them' }] : [];
    }
    const message = `${id} decides how the run continues, so you cannot set its output`;
    return decides(kind) ? [{ path, message, fix: 'remove it' }] : [];
  });
  if (only !== undefined && insideChild(only)) {
    const message = `${only} is inside of a child pipeline; only nodes of the run itself can be tried`;
    problems.unshift({ path: 'only', message, fix: 'try it in a run of its pipeline' });
  }
  if (inside) problems.push(inside);
  const [first] = problems;
  if (!first) return;
  const { message, fix } = first;
  throw new Problem('invalid-request', sentence(`${message}${fix ? `; ${fix}` : ''}`), problems);
}
