import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { modelListSchema } from '../../contracts/api/index.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';
import type { ModelStatus, ModelView } from '../../contracts/api/index.ts';
import { priorities } from '../../contracts/models/messages.ts';

const mostFailovers = 5;

/** From good to bad. */
const breakerStates = ['closed', 'half-open', 'open'] as const;

/** How each model stands in all workers together. */
function viewModels(statuses: readonly ModelStatus[]): ModelView[] {
  const byModel = Map.groupBy(statuses, ({ model, deployment }) =>
    JSON.stringify([model, deployment?.name]),
  );
  return [...byModel.values()].map((ofWorkers) => ofWorkers.map(viewOne).reduce(merge));
}

function viewOne(status: ModelStatus): ModelView {
  return { ...status, workers: 1 };
}

function merge(one: ModelView, other: ModelView): ModelView {
  return {
    model: one.model,
    ...(one.deployment && { deployment: one.deployment }),
    workers: one.workers + other.workers,
    configured: one.configured || other.configured,
    limits: one.limits,
    rateFactor: Math.min(one.rateFactor, other.rateFactor),
    requestsLeft: Math.min(one.requestsLeft, other.requestsLeft),
    tokensLeft: Math.min(one.tokensLeft, other.tokensLeft),
    pausedUntil: latest(one.pausedUntil, other.pausedUntil, (time) => time),
    running: one.running + other.running,
    queue: Object.fromEntries(
      priorities.map((priority) => [priority, one.queue[priority] + other.queue[priority]]),
    ) as ModelView['queue'],
    breaker: worse(one.breaker, other.breaker),
    down: latest(one.down, other.down, ({ until }) => until),
    lastError: latest(one.lastError, other.lastError, ({ at }) => at),
    lastRateLimit: latest(one.lastRateLimit, other.lastRateLimit, ({ at }) => at),
    toolsInWords: latest(one.toolsInWords, other.toolsInWords, ({ at }) => at),
    failovers: [...one.failovers, ...other.failovers]
      .toSorted((left, right) => right.at.localeCompare(left.at))
      .slice(0, mostFailovers),
  };
}

function worse(one: ModelView['breaker'], other: ModelView['breaker']): ModelView['breaker'] {
  const difference = breakerStates.indexOf(one.state) - breakerStates.indexOf(other.state);
  if (difference !== 0) return difference > 0 ? one : other;
  return { state: one.state, until: latest(one.until, other.until, (time) => time) };
}

function latest<Value>(
  one: Value | null,
  other: Value | null,
  timeOf: (value: Value) => string,
): Value | null {
  if (one === null || other === null) return one ?? other;
  return timeOf(one) > timeOf(other) ? one : other;
}

/** How the models stand. */
export const modelRoutes: FastifyPluginAsyncZod<Services> = async (app, { modelStates }) => {
  app.get(
    '/models',
    {
      schema: {
        tags: ['catalog'],
        summary: 'List the models with their limits, queues and circuit breakers',
        description:
          'As reported by running workers within the last second; empty while no worker runs. A worker reports ' +
          'the models of BATON_MODELS, and each model that was requested since it started.',
        response: { 200: modelListSchema, ...problems },
      },
    },
    async () => ({ items: viewModels(await modelStates.list()), nextCursor: null }),
  );
};
