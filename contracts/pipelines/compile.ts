import type { AgentDefinition } from '../agents/index.ts';
import { withoutCanvas } from './canvas.ts';
import { childKeyOf } from './child-of.ts';
import { entryOf } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { sha256Hex } from '../base/hash.ts';
import { canonicalJson } from '../base/json.ts';
import type { CompiledPipeline, Pipeline } from './pipeline.ts';

/**
 * SHA-256 of a pipeline's canonical content, hex. The order of keys, positions, notes and frames on the
 * canvas, and whether a default is written out do not change it.
 */
export function pipelineHash(pipeline: Pipeline): Promise<string> {
  return sha256Hex(canonicalJson(withoutCanvas(pipeline)));
}

/** The entries that can be reached from `names`, each through the names that `next` gives. */
function closure<Entry>(
  names: Iterable<string>,
  entries: Record<string, Entry>,
  kind: string,
  next: (entry: Entry) => string[],
): Record<string, Entry> {
  const found: Record<string, Entry> = {};
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (Object.hasOwn(found, name)) continue;
    const entry = entryOf(entries, name);
    if (entry === undefined)
      throw new Error(`no ${kind} named ${name}; validate the pipeline first`);
    found[name] = entry;
    open.push(...next(entry));
  }
  return found;
}

function pipelinesIn({ nodes }: Pipeline): string[] {
  return nodes.flatMap((node) => {
    const key = childKeyOf(node);
    return key === undefined ? [] : [key];
  });
}

function toolsIn({ nodes }: Pipeline): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'map') return node.tool === undefined ? [] : [node.tool];
    return node.kind === 'tool' ? [node.tool, ...(node.next ?? []).map(({ tool }) => tool)] : [];
  });
}

function agentsIn({ nodes }: Pipeline): string[] {
  return nodes.flatMap((node) => (node.kind === 'agent' ? [node.agent, ...node.delegates] : []));
}

/**
 * A valid pipeline with every agent and pipeline it names, directly or through others, by value. Overrides of an
 * agent node stay on the node.
 * @throws {Error} when a name is not in the catalog; `validatePipeline` finds that first.
 */
export async function compilePipeline(
  pipeline: Pipeline,
  catalog: Catalog,
): Promise<CompiledPipeline> {
  const pipelines = closure(pipelinesIn(pipeline), catalog.pipelines, 'pipeline', pipelinesIn);
  const all = [pipeline, ...Object.values(pipelines)];
  const named = all.flatMap(agentsIn);
  const agents: Record<string, AgentDefinition> = closure(
    named,
    catalog.agents,
    'agent',
    ({ delegates }) => delegates,
  );
  const quickTools = [...new Set(all.flatMap(toolsIn))].filter(
    (name) => entryOf(catalog.tools, name)?.quick,
  );
  return {
    hash: await pipelineHash(pipeline),
    pipeline,
    pipelines,
    agents,
    ...(quickTools.length > 0 && { quickTools }),
  };
}
