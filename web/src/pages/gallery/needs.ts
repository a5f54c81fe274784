import type { AgentView, ToolView } from '../../../../contracts/api/index.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { switches } from '../../../../contracts/tools/switches.ts';

/** What a pipeline works with. */
export type Needs = {
  /** Whether a model is asked. */
  model: boolean;
  /** Whether a person is asked. */
  person: boolean;
  tools: { name: string; sideEffect: boolean; missing: string | undefined }[];
  /** The titles of the switches that must be on. */
  switches: string[];
};

/** What a pipeline needs, of what its nodes and their agents name. */
export function needsOf(
  { nodes }: Pick<Pipeline, 'nodes'>,
  known: { agents: readonly AgentView[]; tools: readonly ToolView[] },
): Needs {
  const names = new Set<string>();
  let [model, person] = [false, false];
  for (const node of nodes) {
    if (node.kind === 'approval') person = true;
    if (node.kind === 'model' || node.kind === 'agent') model = true;
    if (node.kind === 'agent') {
      const agent = known.agents.find(({ name }) => name === node.agent);
      for (const tool of node.tools ?? agent?.tools ?? []) names.add(tool);
    }
    if ((node.kind === 'tool' || node.kind === 'map') && node.tool) names.add(node.tool);
  }
  const used = known.tools.filter(({ name, id }) => names.has(name) || names.has(id));
  const tools = used.map(({ name, sideEffect, missing }) => ({ name, sideEffect, missing }));
  const needed = switches.filter(({ toolField }) =>
    used.some((tool) => (tool as Record<string, unknown>)[toolField.name] === true),
  );
  return { model, person, tools, switches: needed.map(({ title }) => title) };
}
