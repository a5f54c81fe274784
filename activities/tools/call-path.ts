import type { Json } from '../../contracts/base/json.ts';
import { storable } from '../../contracts/base/text.ts';
import type { ToolTerms } from '../../contracts/tools/tools.ts';
import type { ToolRequest } from '../tool-kit/executor.ts';
import type { ToolRegistry } from './registry.ts';
import { createToolCache } from './steps/cache.ts';
import { execute, stoppedInTime } from './steps/execution.ts';
import {
  checkAllowedTools,
  checkDenied,
  checkPlan,
  checkSetUp,
  checkUser,
} from './steps/permissions.ts';
import { postProcess } from './steps/post-processing.ts';
import { proposalOf } from './steps/proposal.ts';
import type { ToolRateLimiter } from './steps/rate-limit.ts';
import { checkApproval, checkSideEffectOfAgent } from './steps/side-effects.ts';
import { unlessRelief } from './steps/relief.ts';
import { revisionOf } from './steps/revision.ts';
import { unlessUnderWay } from './steps/under-way.ts';
import { validateArguments, validateTogether } from './steps/validation.ts';
import type { ToolSettings } from '../tool-kit/tool.ts';

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
}): CallPath {
  const { registry, services, settings, termsOf, rateLimiter, cacheBytes: maxBytes } = options;
  const cache = createToolCache(maxBytes === undefined ? {} : { maxBytes });

  async function carryOut(request: ToolRequest, onEffect: () => Promise<void>) {
    const { user, signal } = request;
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
    if (!tool.isReadOnly?.(args as never)) {
      await unlessUnderWay(tool, request, services, () =>
        checkApproval(tool, request, allowed, () => proposalOf(tool, args, request, services)),
      );
    }
    const revision = tool.revision && (await revisionOf(tool, request, services));
    try {
      return await cache.through({ tool, user, args, revision, signal }, async (shared) => {
        if (tool.sideEffect) await onEffect();
        const found = await execute(tool, args, { ...request, signal: shared }, services);
        return storable(await postProcess(tool, args, found));
      });
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw stoppedInTime(tool, error);
      throw error;
    } finally {
      // What broke off may have changed something too.
      if (tool.sideEffect) cache.clear();
    }
  }

  return { carryOut, forgetAnswers: cache.clear };
}

/** The tool as it is to be looked up: an agent that keeps to a version asks for it by the bare name. */
export function askedVersion({ tool, allowedTools }: ToolRequest): string {
  if (!allowedTools || allowedTools.includes(tool)) return tool;
  return allowedTools.find((name) => name.startsWith(`${tool}@`)) ?? tool;
}
