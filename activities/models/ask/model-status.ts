import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { Deployment } from '../deployments/deployment.ts';
import { abilitiesOf, serverOf } from '../deployments/served-models.ts';
import type { ModelGuard } from './model-guard.ts';
import type { ModelProvider } from '../provider.ts';

/** How a model stands, as the API shows it. */
export async function statusOf(
  { model, deployment, limits, limiter, breaker, record, down }: ModelGuard,
  { isConfigured, provider }: { isConfigured: boolean; provider?: ModelProvider | undefined },
): Promise<ModelStatus> {
  const { rateFactor, requestsLeft, tokensLeft, pausedUntil, running, queue } =
    await limiter.status();
  const { state, until } = breaker.state();
  const mark = down();
  const { error, rateLimit, failovers, textTools } = record.last();
  return {
    model,
    ...(deployment && { deployment: viewDeployment(deployment, provider) }),
    configured: isConfigured,
    limits,
    rateFactor: Math.round(rateFactor * 1000) / 1000,
    requestsLeft,
    tokensLeft,
    pausedUntil: pausedUntil > Date.now() ? instant(pausedUntil) : null,
    running,
    queue,
    breaker: { state, until: until === null ? null : instant(until) },
    down: mark ? { until: instant(mark.until), ...mark.error } : null,
    lastError: error ? { ...error, at: instant(error.at) } : null,
    lastRateLimit: rateLimit ? { ...rateLimit, at: instant(rateLimit.at) } : null,
    toolsInWords: textTools ? { ...textTools, at: instant(textTools.at) } : null,
    failovers: failovers.map((failover) => ({ ...failover, at: instant(failover.at) })),
  };
}

/** A deployment as people see it: its key by name only. */
function viewDeployment(
  deployment: Deployment,
  provider: ModelProvider | undefined,
): NonNullable<ModelStatus['deployment']> {
  const { name, weight, apiKeyEnv } = deployment;
  return {
    name,
    server: serverOf(deployment),
    keyFrom: apiKeyEnv ?? null,
    weight,
    can: provider ? abilitiesOf(provider) : [],
  };
}

/** The last time that a `Date` can hold (ECMA-262, 21.4.1.1); to write a later one would throw. */
const lastTime = 8.64e15;

function instant(time: number): string {
  return new Date(Math.min(time, lastTime)).toISOString();
}
