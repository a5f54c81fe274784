import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { performanceQuery, performanceSchema } from '../../../contracts/trading/api/performance.ts';
import { problems } from '../../base/responses.ts';
import { readPerformance } from '../read-performance.ts';
import type { TradingServices } from '../services.ts';

/** The performance of a paper account. */
export const performanceRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  app.get(
    '/account/performance',
    {
      schema: {
        tags: ['account'],
        summary: 'Get the performance of a paper account: a tear sheet since its first fill',
        description:
          'Daily equity, returns of months and years, risk, drawdowns, exposure, closed trades, a benchmark, and profit by agent, ' +
          'pipeline and symbol. `conventions` says how each figure is computed. A figure is null while there is too little data.',
        querystring: performanceQuery,
        response: { 200: performanceSchema, ...problems },
      },
    },
    (asked, reply) => readPerformance(services, asked, reply),
  );
};
