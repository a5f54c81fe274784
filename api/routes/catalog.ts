import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { toolListSchema } from '../../contracts/api/index.ts';
import { includesPlan } from '../../contracts/tools.ts';
import { publishedCatalog } from '../catalog.ts';
import type { Services } from '../services.ts';
import { problems } from './responses.ts';

/** What pipelines can be made of. */
export const catalogRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/tools',
    {
      schema: {
        tags: ['catalog'],
        summary: 'The tools, with the JSON Schema of their arguments',
        response: { 200: toolListSchema, ...problems },
      },
    },
    async () => {
      const { tools, plan } = await publishedCatalog(services);
      const items = tools.map((tool) => ({ ...tool, available: includesPlan(plan, tool.plan) }));
      return { items, nextCursor: null };
    },
  );
};
