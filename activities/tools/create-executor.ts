import type { Json, JsonObject } from '../../contracts/json.ts';
import { isJsonObject } from '../../contracts/json.ts';
import { cutText, storable } from '../../contracts/text.ts';
import type { ToolAnswer, ToolRefusalCode, ToolTerms } from '../../contracts/tools.ts';
import type { ToolExecutor, ToolRequest } from './executor.ts';
import { ToolRefused } from './executor.ts';
import { observedRun } from './observed-run.ts';
import { createRegistry } from './registry.ts';
import { createToolCache } from './steps/cache.ts';
import { execute } from './steps/execution.ts';
import { checkAllowedTools, checkPlan, checkSideEffect, checkSetUp } from './steps/permissions.ts';
import type { ToolRateLimiter } from './steps/rate-limit.ts';
import { validateArguments } from './steps/validation.ts';
import { firstStrings, NotYet, toolSpecOf } from './tool.ts';
import type { Tool, ToolSettings } from './tool.ts';

/** How one call of a tool went, for the log, which takes secrets out and cuts what is long. */
export type ToolLogEntry = {
  event: 'tool call';
  tool: string;
  user: string;
  runId: string;
  key: string;
  outcome: 'completed' | 'waiting' | 'refused';
  executionMs: number;
  args: Json;
  cached?: boolean;
  code?: ToolRefusalCode;
  message?: string;
  /** Set for every attempt at a side effect, carried out or not. */
  audit?: true;
  /** What lies behind a refusal; it may hold what a user must not see. */
  cause?: unknown;
};

/**
 * Runs tools. A call passes, in this order: look-up, the agent's tools, plan, user permission, rate
 * limit, validation, cache, execution, cache write, log.
 */
export function createToolExecutor<Services>(options: {
  tools: readonly Tool<Services>[];
  services: Services;
  terms: ToolTerms;
  /** What tools look at to find what they lack; left out, there are no settings. */
  settings?: ToolSettings;
  /** Whether orders may be placed at all. */
  aiTrading: boolean;
  rateLimiter: ToolRateLimiter;
  log: (entry: ToolLogEntry) => void;
}): ToolExecutor {
  const { services, terms, settings = {}, aiTrading, rateLimiter, log } = options;
  const registry = createRegistry(options.tools);
  const cache = createToolCache();

  async function runCall(request: ToolRequest): Promise<{ output: Json; cached: boolean }> {
    const tool = registry.get(request.tool);
    checkAllowedTools(tool, request, terms);
    checkPlan(tool, terms.plan);
    checkSideEffect(tool, request, aiTrading);
    checkSetUp(tool, settings);
    await rateLimiter.count(tool, request);
    const args = validateArguments(tool, request.args);
    const known = cache.read(tool, request.user, args);
    if (known !== undefined) return { output: known, cached: true };
    const output = storable(await execute(tool, args, request, services));
    if (tool.sideEffect) cache.clear();
    cache.write(tool, request.user, args, output);
    return { output, cached: false };
  }

  async function answer(request: ToolRequest, elapsedMs: () => number): Promise<ToolAnswer> {
    try {
      const { output, cached } = await runCall(request);
      return { status: 'completed', output, metadata: { executionMs: elapsedMs(), cached } };
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      return { status: 'waiting', retryAfterMs: error.retryAfterMs, reason: error.message };
    }
  }

  return {
    terms,
    list: () => registry.list().map((tool) => toolSpecOf(tool, settings)),
    find(name) {
      const tool = registry.find(name);
      return tool && toolSpecOf(tool, settings);
    },
    label: (name, args) => labelOf(name, registry.find(name), args),
    async run(request) {
      const started = performance.now();
      const elapsedMs = () => performance.now() - started;
      const { tool, user, runId, key } = request;
      const sideEffect = registry.find(tool)?.sideEffect ?? false;
      const about = {
        event: 'tool call' as const,
        tool,
        user,
        runId,
        key,
        args: request.args,
        ...(sideEffect && { audit: true as const }),
      };
      try {
        const result = await observedRun(request, () => answer(request, elapsedMs));
        const details =
          result.status === 'completed'
            ? { cached: result.metadata.cached }
            : { message: result.reason };
        log({ ...about, outcome: result.status, executionMs: elapsedMs(), ...details });
        return result;
      } catch (error) {
        const refusal =
          error instanceof ToolRefused
            ? { code: error.code, message: error.message, cause: error.cause }
            : { cause: error };
        log({ ...about, outcome: 'refused', executionMs: elapsedMs(), ...refusal });
        throw error;
      }
    },
  };
}

function labelOf<Services>(name: string, tool: Tool<Services> | undefined, args: Json): string {
  try {
    const details = tool && isJsonObject(args) ? detailsOf(tool, args) : '';
    return cutText(`${name} ${details}`.trim(), 100);
  } catch {
    return name;
  }
}

/** A tool finds words for the arguments that it takes; of others, the texts are told. */
function detailsOf<Services>(tool: Tool<Services>, args: JsonObject): string {
  return tool.schema.safeParse(args).success ? tool.label(args) : firstStrings(args);
}
