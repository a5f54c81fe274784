import { toolsByName } from '../../contracts/tools/tools.ts';
import type { Services } from '../services.ts';

/** What MCP offers beside tools and pipelines. */
const runToolNames = ['get_run', 'cancel_run'] as const;
export type RunToolName = (typeof runToolNames)[number];

/** The tool that MCP offers for a pipeline: `run_<pipeline>`, or `run_<pipeline>_pipeline` where that name is taken. */
export function pipelineToolName(pipeline: string, taken: { has(name: string): boolean }): string {
  const plain = `run_${pipeline}`;
  return taken.has(plain) ? `${plain}_pipeline` : plain;
}

/** Every name that can be called over the API or MCP; undefined until a worker has said which tools there are. */
export async function callableNames({
  catalog,
  pipelines,
}: Pick<Services, 'catalog' | 'pipelines'>): Promise<string[] | undefined> {
  const published = await catalog.get();
  if (!published) return undefined;
  const names = new Set([...Object.keys(toolsByName(published.tools)), ...runToolNames]);
  for (const { name } of await pipelines.list()) names.add(pipelineToolName(name, names));
  return [...names];
}
