import type { ModelAttempt } from '../../../db/schema/index.ts';
import { createBreaker } from './breaker.ts';
import type { Breaker } from './breaker.ts';
import { deployedName } from '../deployments/deployment.ts';
import type { Deployment } from '../deployments/deployment.ts';
import { createExpectedUsage } from '../limits/expected-usage.ts';
import { createModelLimiter } from '../limits/model-limiter.ts';
import type { ModelLimiter } from '../limits/limiter.ts';
import { limitsOf } from '../limits/model-limits.ts';
import type { LimitRule, ModelLimits } from '../limits/model-limits.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { ProviderError, TextToolsReason } from '../provider.ts';

const mostFailovers = 5;

type Failover = { at: number; to: string; code: string; runId?: string };

/** What last went wrong with a model, for people to look at. Times are in milliseconds. */
function createModelRecord() {
  const last: {
    error?: { at: number; code: string; message: string };
    rateLimit?: { at: number; retryAfterMs: number | null };
    textTools?: { at: number; why: TextToolsReason; runId?: string };
    failovers: Failover[];
  } = { failovers: [] };
  return {
    failed({ kind, code, message, retryAfterMs }: ProviderError): void {
      const at = Date.now();
      last.error = { at, code, message };
      if (kind === 'rate_limited') last.rateLimit = { at, retryAfterMs: retryAfterMs ?? null };
    },
    /** Another model was asked in its place. */
    failedOver(to: string, code: string, runId?: string): void {
      const failover = { at: Date.now(), to, code, ...(runId !== undefined && { runId }) };
      last.failovers = [failover, ...last.failovers].slice(0, mostFailovers);
    },
    /** Its tools are described in words. */
    askedInWords(why: TextToolsReason, runId?: string): void {
      last.textTools = { at: Date.now(), why, ...(runId !== undefined && { runId }) };
    },
    last: () => last,
  };
}
type ModelRecord = ReturnType<typeof createModelRecord>;

type AttemptError = NonNullable<ModelAttempt['error']>;

/** Why a model is not asked now, and when it can be. */
export type Skip = { error: AttemptError; isAway: boolean; retryAfterMs?: number };

/** What stands before one model. */
export type ModelGuard = {
  /** The model, and its deployment where it has some. */
  name: string;
  model: string;
  deployment?: Deployment;
  limits: ModelLimits;
  limiter: ModelLimiter;
  breaker: Breaker;
  expectedUsage: ReturnType<typeof createExpectedUsage>;
  record: ModelRecord;
  /** Undefined while it may be asked. */
  skip(): Skip | undefined;
  /** Leaves all models of the provider, or of the deployment, out for a while: somebody has to act. */
  markDown(error: AttemptError): void;
  down(): { until: number; error: AttemptError } | undefined;
};

/** Guards of models that callers name, beyond those of the configuration and of calls under way. */
const mostGuards = 500;

/**
 * The guards of all models, made when they are first asked for; those that were not used for longest are forgotten.
 * @param options.kept models whose guards are there from the start and never forgotten.
 * @param options.downMs how long a provider, or a deployment, is left out that refused the key.
 */
export function createModelGuards(options: {
  rules: readonly LimitRule[];
  store: LimitStore;
  downMs: number;
  kept?: readonly (string | { name: string; deployment?: Deployment })[];
}): { of(name: string, deployment?: Deployment): ModelGuard; all(): ModelGuard[] } {
  const { rules, store, downMs, kept = [] } = options;
  const guards = new Map<string, ModelGuard>();
  const down = new Map<string, { until: number; error: AttemptError }>();

  function create(model: string, deployment?: Deployment): ModelGuard {
    const name = deployedName(model, deployment?.name);
    const [provider = model] = model.split(':');
    /** Who refuses a key refuses it for all models. */
    const keyed = deployedName(provider, deployment?.name);
    const limits = { ...limitsOf(rules, model), ...deployment?.limits };
    const breaker = createBreaker();
    const downNow = () => {
      const mark = down.get(keyed);
      return mark && mark.until > Date.now() ? mark : undefined;
    };
    return {
      name,
      model,
      ...(deployment && { deployment }),
      limits,
      breaker,
      limiter: createModelLimiter({ model: name, limits, store }),
      expectedUsage: createExpectedUsage(limits),
      record: createModelRecord(),
      down: downNow,
      markDown: (error) => void down.set(keyed, { until: Date.now() + downMs, error }),
      skip() {
        const mark = downNow();
        if (mark) {
          const seconds = Math.ceil((mark.until - Date.now()) / 1000);
          const { code, message } = mark.error;
          const noRetry = `${message} (no retry for ${seconds} s)`;
          return { error: { code, message: noRetry }, isAway: false };
        }
        const closed = breaker.closedTo();
        if (!closed) return undefined;
        const { message, isAway, retryAfterMs } = closed;
        return { error: { code: 'CIRCUIT_OPEN', message }, isAway, retryAfterMs };
      },
    };
  }

  const lasting = new Map(
    kept.map((one) => {
      const guard = typeof one === 'string' ? create(one) : create(one.name, one.deployment);
      return [guard.name, guard];
    }),
  );

  function forget(): void {
    for (const { name, limiter } of guards.values()) {
      if (guards.size < mostGuards) return;
      if (limiter.isIdle()) guards.delete(name);
    }
  }

  return {
    of(model, deployment) {
      const name = deployedName(model, deployment?.name);
      const guard = lasting.get(name) ?? guards.get(name) ?? create(model, deployment);
      if (lasting.has(name)) return guard;
      // A map keeps the order in which its entries were added: the one used last comes last.
      guards.delete(name);
      forget();
      guards.set(name, guard);
      return guard;
    },
    all: () => [...lasting.values(), ...guards.values()],
  };
}
