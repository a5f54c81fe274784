import type { MomentNamed } from '../base/moment-of-run.ts';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import type {
  ToolAnswer,
  ToolRefusalCode,
  ToolSpec,
  ToolTerms,
  UserTerms,
} from '../../contracts/tools/tools.ts';
import { isDatabaseAway } from '../base/database-away.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import type { ToolAudit } from './audit.ts';
import { askedVersion, createCallPath } from './call-path.ts';
import { answeredCall, outcomeOf, refusedCall, startedCall } from './call-record.ts';
import type { ToolExecutor, ToolRequest } from '../tool-kit/executor.ts';
import { ToolRefused } from '../tool-kit/executor.ts';
import { observedRun } from './observed-run.ts';
import { createRegistry } from './registry.ts';
import type { ToolRateLimiter } from './steps/rate-limit.ts';
import { NotYet, toolSpecOf } from '../tool-kit/tool.ts';
import type { Tool, ToolSettings } from '../tool-kit/tool.ts';
import { labelOf } from './tool-label.ts';
import type { UserTermsOf } from './user-terms.ts';
import type { ToolCallRow } from '../../db/repositories/catalog/tool-calls.ts';

/**
 * How one call of a tool went, for the log, which takes secrets out and cuts what is long. Its arguments are in the records
 * alone.
 */
export type ToolLogEntry = {
  event: 'tool call';
  tool: string;
  user: string;
  runId: string;
  key: string;
  outcome: 'completed' | 'waiting' | 'refused' | 'failed';
  executionMs: number;
  cached?: boolean;
  code?: ToolRefusalCode;
  message?: string;
  /** Set for every attempt at a side effect, carried out or not. */
  audit?: true;
  /** What lies behind a refusal; it may hold what a user must not see. */
  cause?: unknown;
};

export type ToolSources<Services> = {
  /**
   * Puts the tools of a source, such as `mcp`, in place of those that it gave before.
   * @param problems why others of the source are not there, which is told to whoever asks for one of them.
   * @throws {Error} when an id is taken; all tools are then as they were.
   */
  replaceTools(
    source: string,
    tools: readonly Tool<Services>[],
    problems?: readonly FileProblem[],
  ): void;
};

/** Runs tools: each call takes the way of {@link createCallPath}, and every attempt is logged. */
export function createToolExecutor<Services>(options: {
  tools: readonly Tool<Services>[];
  services: Services;
  terms: ToolTerms;
  /** What tools look at to find what they lack; left out, there are no settings. */
  settings?: ToolSettings;
  /** Whether each switch is on for users for whom nothing is set. */
  switches: UserTerms['switches'];
  /** What single users may do; left out, all may do the same. */
  userTerms?: UserTermsOf;
  rateLimiter: ToolRateLimiter;
  /** The moment of what arguments name; left out, all is as of now. */
  momentNamed?: MomentNamed | undefined;
  /** How much of answers is kept in memory; left out, 64 MiB. */
  cacheBytes?: number;
  /** Keeps every attempt; left out, none is kept. */
  audit?: ToolAudit;
  /** Takes secrets out of what is kept; left out, one that knows the environment of the process. */
  redactor?: Redactor;
  log: (entry: ToolLogEntry) => void;
}): ToolExecutor & ToolSources<Services> {
  const { services, terms, settings = {}, switches, rateLimiter, audit, log } = options;
  const everyone: UserTerms = { ...terms, switches, allowedTools: null, deniedTools: [] };
  const { userTerms = async () => everyone, redactor = createRedactor(process.env) } = options;
  const registry = createRegistry(options.tools);

  async function termsOf(name: string, freshness?: { fresh: boolean }): Promise<ToolTerms> {
    const { plan, ...user } = await userTerms(name, freshness);
    const { allowedTools, sideEffects } = terms;
    return { allowedTools, sideEffects, plan, user: { ...user, name } };
  }

  const path = createCallPath({
    registry,
    services,
    settings,
    termsOf,
    rateLimiter,
    cacheBytes: options.cacheBytes,
    momentNamed: options.momentNamed,
  });

  async function answer(
    request: ToolRequest,
    onEffect: () => Promise<void>,
    elapsedMs: () => number,
  ): Promise<ToolAnswer> {
    try {
      const { output, cached } = await path.carryOut(request, onEffect);
      return { status: 'completed', output, metadata: { executionMs: elapsedMs(), cached } };
    } catch (error) {
      if (error instanceof ToolRefused) {
        error.metadata = { executionMs: elapsedMs(), cached: false };
      }
      if (!(error instanceof NotYet)) throw error;
      return { status: 'waiting', retryAfterMs: error.retryAfterMs, reason: error.message };
    }
  }

  function specOf(tool: Tool<Services>): ToolSpec {
    const earlier = registry.versions(tool.name).filter(({ version }) => version < tool.version);
    return {
      ...toolSpecOf(tool, settings),
      ...(earlier.length > 0 && { earlier: earlier.map((one) => toolSpecOf(one, settings)) }),
    };
  }

  return {
    replaceTools(source, tools, problems) {
      registry.replace(source, tools, problems);
      // What has the id of a tool that was there may be another tool.
      path.forgetAnswers();
    },
    terms,
    termsOf,
    list: (filter) => registry.list(filter).map(specOf),
    find(name) {
      const tool = registry.find(name);
      return tool && specOf(tool);
    },
    label: (name, args) => labelOf(name, registry.find(name), args),
    quota: async (name, user) => rateLimiter.quota(registry.get(registry.get(name).name), user),
    preview: (request) => path.preview(request),
    async run(request) {
      const started = performance.now();
      // To the microsecond: what is below it is noise of the clock.
      const elapsedMs = () => Math.round((performance.now() - started) * 1000) / 1000;
      const { user, runId, key } = request;
      const tool = registry.find(askedVersion(request));
      const sideEffect = tool?.sideEffect ?? false;
      const row = startedCall(request, tool, redactor);
      const about = {
        event: 'tool call' as const,
        tool: request.tool,
        user,
        runId,
        key,
        ...(sideEffect && { audit: true as const }),
      };
      const settle = async (ended: typeof row) => {
        if (sideEffect) await audit?.end(ended);
        else audit?.note(ended);
      };
      const onEffect = async () => {
        await beginSideEffect(audit, row);
        await request.onEffect?.();
      };
      try {
        const result = await observedRun(request, tool, () => answer(request, onEffect, elapsedMs));
        await settle(answeredCall(row, result, elapsedMs()));
        const details =
          result.status === 'completed'
            ? { cached: result.metadata.cached }
            : { message: result.reason };
        log({ ...about, outcome: result.status, executionMs: elapsedMs(), ...details });
        return result;
      } catch (error) {
        await settle(refusedCall(row, error, elapsedMs(), redactor));
        const refusal =
          error instanceof ToolRefused
            ? { code: error.code, message: error.message, cause: error.cause }
            : { cause: error };
        log({ ...about, outcome: outcomeOf(error), executionMs: elapsedMs(), ...refusal });
        throw error;
      }
    },
  };
}

/**
 * Puts a side effect into the audit log before it happens.
 * @throws {ToolRefused} where that is not possible: what nobody could look up afterwards is not done.
 */
async function beginSideEffect(
  audit: Pick<ToolAudit, 'begin'> | undefined,
  row: ToolCallRow,
): Promise<void> {
  try {
    await audit?.begin(row);
  } catch (error) {
    throw new ToolRefused(
      'EXECUTION_ERROR',
      `${row.tool} did not run because the audit log cannot be written. Check with GET /ready that the ` +
        'database responds, then try again.',
      {
        retryable: true,
        away: isDatabaseAway(error) ? { what: 'the database' } : undefined,
        cause: error,
      },
    );
  }
}
