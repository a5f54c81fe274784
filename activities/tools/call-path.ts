import type { Json } from '../../contracts/base/json.ts';
import { storable } from '../../contracts/base/text.ts';
import type { CallPreview } from '../../contracts/tools/preview.ts';
import type { ToolTerms } from '../../contracts/tools/tools.ts';
import { textsIn } from '../base/moment-of-run.ts';
import type { MomentNamed } from '../base/moment-of-run.ts';
import type { PreviewRequest, ToolRequest } from '../tool-kit/executor.ts';
import type { ToolRegistry } from './registry.ts';
import { previewOf, proposalOf, reducesRisk, revisionOf } from './steps/ask-tool.ts';
import { createToolCache } from './steps/cache.ts';
import { unlessRelief, unlessUnderWay } from './steps/exempt.ts';
import { noteLater } from './steps/note-later.ts';
import { execute, stoppedInTime } from './steps/execution.ts';
import {
  checkAllowedTools,
  checkDenied,
  checkPlan,
  checkSetUp,
  checkUser,
} from './steps/permissions.ts';
import type { ToolRateLimiter } from './steps/rate-limit.ts';
import { checkApproval, checkSideEffectOfAgent } from './steps/side-effects.ts';
import { validateArguments, validateTogether } from './steps/validation.ts';
import type { ToolSettings, Tool } from '../tool-kit/tool.ts';
import { ToolRefused } from '../tool-kit/executor.ts';
import { workerLog } from '../../contracts/base/log-places.ts';

/** The way of a call from its request to its answer. */
export type CallPath = {
  /**
   * @param onEffect is waited for before a side effect happens, and stops it by throwing.
   * @throws {ToolRefused} at the first check that fails.
   * @throws {NotYet} where the call is to be made again later.
   */
  carryOut(
    request: ToolRequest,
    onEffect: () => Promise<void>,
  ): Promise<{ output: Json; cached: boolean }>;
  /**
   * What a call would do now, by the checks that do not count calls, and by the tool itself.
   * @throws {ToolRefused} where there is no such tool or it has no preview, and where it cannot be told for now.
   */
  preview(request: PreviewRequest): Promise<CallPreview>;
  /** Forgets the answers that are kept. */
  forgetAnswers(): void;
};

/**
 * A call passes, in this order: look-up, plan, permissions, set-up, rate limit, validation, approval, cache, execution,
 * post-processing, cache write.
 */
export function createCallPath<Services>(options: {
  registry: ToolRegistry<Services>;
  services: Services;
  settings: ToolSettings;
  /** What a user may do; `fresh` looks it up whatever is known. */
  termsOf: (user: string, freshness: { fresh: boolean }) => Promise<ToolTerms>;
  rateLimiter: ToolRateLimiter;
  /** Of answers that are kept; left out, as {@link createToolCache} has it. */
  cacheBytes?: number | undefined;
  momentNamed?: MomentNamed | undefined;
}): CallPath {
  const { registry, services, settings, termsOf, rateLimiter, momentNamed } = options;
  const { cacheBytes: maxBytes } = options;
  const cache = createToolCache(maxBytes === undefined ? {} : { maxBytes });

  async function carryOut(request: ToolRequest, onEffect: () => Promise<void>) {
    const { user, signal, moment } = request;
    const tool = registry.get(askedVersion(request));
    const allowed = await termsOf(user, { fresh: tool.sideEffect });
    await unlessUnderWay(tool, request, services, async () => {
      await unlessRelief(tool, request, services, () => checkPlan(tool, allowed, request));
      checkAllowedTools(tool, request, allowed);
      checkDenied(tool, allowed);
      await unlessRelief(tool, request, services, () => checkUser(tool, allowed));
      checkSideEffectOfAgent(tool, request, allowed);
      checkSetUp(tool, settings);
    });
    // Versions share the limits of the newest.
    await unlessRelief(tool, request, services, () =>
      rateLimiter.count(registry.get(tool.name), request),
    );
    const args = validateArguments(tool, request.args);
    await validateTogether(tool, args, { services, user });
    if (request.asking?.always || !tool.isReadOnly?.(args as never)) {
      await unlessUnderWay(tool, request, services, () =>
        checkApproval(tool, request, allowed, {
          propose: () => proposalOf(tool, args, request, services),
          reducesRisk: () => reducesRisk(tool, args, request, services),
        }),
      );
    }
    const revision = tool.revision && (await revisionOf(tool, args, request, services));
    try {
      const call = { tool, user, args, asOf: moment?.asOf, revision, signal };
      return await cache.through(call, async (shared) => {
        if (tool.sideEffect) await onEffect();
        const found = await execute(tool, args, { ...request, signal: shared }, services);
        const output = await postProcess(tool, args, found);
        if (!tool.untrusted) return storable(output);
        return storable(noteLater(output, moment ?? (await momentNamed?.(textsIn(args)))));
      });
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw stoppedInTime(tool, error);
      throw error;
    } finally {
      // What broke off may have changed something too.
      if (tool.sideEffect) cache.clear();
    }
  }

  async function preview(request: PreviewRequest): Promise<CallPreview> {
    const tool = registry.get(request.tool);
    if (!tool.preview) {
      throw new ToolRefused('TOOL_NOT_FOUND', `${tool.name} does not preview its calls.`);
    }
    try {
      const allowed = await termsOf(request.user, { fresh: true });
      await unlessRelief(tool, request, services, () => {
        checkPlan(tool, allowed, request);
        checkUser(tool, allowed);
      });
      checkDenied(tool, allowed);
      checkSetUp(tool, settings);
      const args = validateArguments(tool, request.args);
      await validateTogether(tool, args, { services, user: request.user });
      return await previewOf(tool, args, request, services);
    } catch (error) {
      if (!(error instanceof ToolRefused) || error.retryable) throw error;
      return { facts: [], refusals: [error.message], revision: null };
    }
  }

  return { carryOut, preview, forgetAnswers: cache.clear };
}

/** The tool as it is to be looked up: an agent that keeps to a version asks for it by the bare name. */
export function askedVersion({ tool, allowedTools }: ToolRequest): string {
  if (!allowedTools || allowedTools.includes(tool)) return tool;
  return allowedTools.find((name) => name.startsWith(`${tool}@`)) ?? tool;
}

/**
 * What the tool makes of its handler's answer.
 * @throws {ToolRefused} `EXECUTION_ERROR` for whatever it threw.
 */
async function postProcess<Services>(
  tool: Tool<Services>,
  args: unknown,
  output: Json,
): Promise<Json> {
  try {
    return tool.postProcess ? await tool.postProcess(output, args as never) : output;
  } catch (error) {
    if (error instanceof ToolRefused) throw error;
    const message = `The answer of ${tool.name} could not be processed. See ${workerLog}.`;
    throw new ToolRefused('EXECUTION_ERROR', message, { cause: error });
  }
}
