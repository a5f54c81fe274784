import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import { firstProblems } from '../../contracts/documents/document-limits.ts';
import { noSuchTool } from '../../contracts/tools/no-such-tool.ts';
import { checkValue } from '../../contracts/values/json-schema.ts';
import { requireScope } from '../access/principal.ts';
import { pipelineToolName } from '../catalog/callable-names.ts';
import type { RunToolName } from '../catalog/callable-names.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { whileShowing } from '../../db/sealing.ts';
import { Problem } from '../base/problem.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { viewRun } from '../runs/view-run.ts';
import type { McpCaller } from './caller.ts';
import { refusalOf, resultOf } from './result.ts';
import { listedPipeline, requireRun, runTools, shortRun, startPipeline } from './runs.ts';
import { callListedTool, listedTool } from './tools.ts';

/** What one name stands for. */
type Offered = { tool: Tool; call(caller: McpCaller, args: JsonObject): Promise<CallToolResult> };

const ofRuns: Record<RunToolName, Offered['call']> = {
  get_run: async (caller, { id }) =>
    whileShowing(async () =>
      resultOf(shortRun(await viewRun(caller.services, await requireRun(caller, String(id))))),
    ),
  async cancel_run(caller, { id, reason }) {
    const { services, by } = caller;
    const request = { by, ...(typeof reason === 'string' && { reason }) };
    return whileShowing(async () => {
      await cancelRun(services, await requireRun(caller, String(id)), request);
      return resultOf(shortRun(await viewRun(services, await requireRun(caller, String(id)))));
    });
  },
};

/**
 * Everything that is offered as a tool, by its name: the tools of Baton, then what is asked of runs, then the pipelines
 * as `run_<pipeline>`, where a tool has that name as `run_<pipeline>_pipeline`.
 */
export async function offered({
  services,
  tools: scope,
}: Pick<McpCaller, 'services' | 'tools'>): Promise<Map<string, Offered>> {
  const [{ tools }, pipelines] = await Promise.all([
    publishedCatalog(services),
    services.pipelines.list(),
  ]);
  const all = new Map<string, Offered>();
  for (const spec of tools) {
    all.set(spec.name, {
      tool: listedTool(spec),
      call: (caller, args) => callListedTool(caller, spec.name, args, spec),
    });
  }
  for (const tool of runTools) {
    const call = ofRuns[tool.name];
    if (!all.has(tool.name)) all.set(tool.name, { tool, call: checked(tool, call) });
  }
  for (const row of pipelines) {
    const name = pipelineToolName(row.name, all);
    all.set(name, {
      tool: listedPipeline(row, name),
      call: (caller, args) => startPipeline(caller, row.name, args),
    });
  }
  if (scope) for (const name of all.keys()) if (!scope.includes(name)) all.delete(name);
  return all;
}

/** A call that is made where its arguments fit: tools and pipelines have theirs checked by those who run them. */
function checked({ name, inputSchema }: Tool, call: Offered['call']): Offered['call'] {
  return async (caller, args) => {
    const { problems } = checkValue(inputSchema as JsonSchema, args, []);
    if (problems.length === 0) return call(caller, args);
    throw new Problem(
      'invalid-request',
      `The arguments of ${name} are not valid.`,
      firstProblems(problems),
    );
  };
}

/** Calls what has a name; refusals are results that a model can read. */
export async function callOffered(
  caller: McpCaller,
  name: string,
  args: JsonObject,
): Promise<CallToolResult> {
  try {
    requireScope(caller, name);
    const all = await offered(caller);
    const found = all.get(name);
    return found
      ? await found.call(caller, args)
      : await callUnknown(caller, name, args, all.keys());
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Has a name that there is not refused, and put on record, where all others are; what may have been meant is among all
 * that is offered, and not among the tools alone.
 */
async function callUnknown(
  caller: McpCaller,
  name: string,
  args: JsonObject,
  names: Iterable<string>,
): Promise<CallToolResult> {
  try {
    return await callListedTool(caller, name, args, undefined);
  } catch (error) {
    if (!(error instanceof Problem) || error.refusal?.code !== 'TOOL_NOT_FOUND') throw error;
    const { kind, errors, refusal } = error;
    const { toolProblems } = await publishedCatalog(caller.services);
    throw new Problem(kind, noSuchTool(name, names, toolProblems), errors, { refusal });
  }
}
