import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { costQuery, costsSchema } from '../../contracts/api/index.ts';
import type { CostSumView } from '../../contracts/api/index.ts';
import type { CostSum } from '../../db/repositories/models/model-calls.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

/** What models have cost. */
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
};

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
