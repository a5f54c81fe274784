import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { healthSchema, readinessSchema } from '../../contracts/api/index.ts';
import { readiness } from './readiness.ts';
import type { Services } from '../services.ts';

export const healthRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/health',
    {
      config: { public: true },
      schema: {
        tags: ['health'],
        summary: 'Check that this process is alive',
        security: [],
        response: { 200: healthSchema },
      },
    },
    async () => ({ status: 'alive' as const }),
  );

  app.get(
    '/ready',
    {
      config: { public: true },
      schema: {
        tags: ['health'],
        summary: 'Check that everything that runs need is available; shows what is missing',
        security: [],
        response: { 200: readinessSchema, 503: readinessSchema },
      },
    },
    async (_request, reply) => {
      const answer = await readiness(services);
      return reply.code(answer.ready ? 200 : 503).send(answer);
    },
  );
};
