import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  costQuery,
  costsSchema,
  overviewQuery,
  overviewSchema,
} from '../../contracts/api/index.ts';
import type { CostSumView, OverviewView } from '../../contracts/api/index.ts';
import type { OverviewPart, OverviewSum } from '../../db/repositories/runs/overview.ts';
import type { CostSum } from '../../db/repositories/models/model-calls.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

/** What models have cost, and how runs went. */
export const costRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/costs',
    {
      schema: {
        tags: ['costs'],
        summary: 'Get the cost of model calls',
        description:
          'A call counts when it is answered; an interrupted call counts with an estimate. Calls with an unknown price are in ' +
          'unknownPriceCalls, not in costUsd. Models that run on this machine cost 0.',
        querystring: costQuery,
        response: { 200: costsSchema, ...problems },
      },
    },
    async ({ query: { by, from, to, limit } }) => {
      const [rows, totals] = await Promise.all([
        services.modelCalls.costs(by, { from, to, limit }),
        services.modelCalls.total({ from, to }),
      ]);
      return {
        by,
        from: from?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
        items: rows.map(({ key, ...sum }) => ({ key, ...viewSum(sum) })),
        totals: viewSum(totals),
      };
    },
  );

  app.get(
    '/overview',
    {
      schema: {
        tags: ['costs'],
        summary: 'Get how runs went and what they cost, by pipeline, agent, model and day',
        description:
          'Runs count by when they were created, calls by when they were answered. Runs that tried a single node do not count.',
        querystring: overviewQuery,
        response: { 200: overviewSchema, ...problems },
      },
    },
    async ({ query: { from, to } }): Promise<OverviewView> => {
      const { totals, ...parts } = await services.runs.overview({ from, to });
      const rowsOf = (part: OverviewPart) =>
        parts[part].map(({ key, ...sum }) => ({ key, ...viewOverview(sum) }));
      return {
        from: from?.toISOString() ?? null,
        to: to?.toISOString() ?? null,
        totals: viewOverview(totals),
        pipeline: rowsOf('pipeline'),
        agent: rowsOf('agent'),
        model: rowsOf('model'),
        day: rowsOf('day'),
      };
    },
  );
};

function viewOverview(sum: OverviewSum) {
  const { runs, completed, failed, retried, timedOut, cancelled, medianMs, slowMs } = sum;
  return {
    runs,
    completed,
    failed,
    retried,
    timedOut,
    cancelled,
    medianMs,
    slowMs,
    ...viewSum(sum),
  };
}

function viewSum(sum: CostSum): CostSumView {
  const { calls, costUsd, savedUsd, unknownPriceCalls, estimatedCalls } = sum;
  return {
    calls,
    tokens: {
      input: sum.inputTokens,
      output: sum.outputTokens,
      cachedInput: sum.cachedInputTokens,
      cacheWrite: sum.cacheWriteTokens,
      reasoning: sum.reasoningTokens,
    },
    costUsd,
    savedUsd,
    unknownPriceCalls,
    estimatedCalls,
  };
}
