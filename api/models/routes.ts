import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { modelListSchema } from '../../contracts/api/index.ts';
import { viewModels } from './view-models.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

/** How the models stand. */
export const modelRoutes: FastifyPluginAsyncZod<Services> = async (app, { modelStates }) => {
  app.get(
    '/models',
    {
      schema: {
        tags: ['catalog'],
        summary:
          'List the models of the default chain and those used: limits, queues, circuit breakers',
        description:
          'As running workers reported it at most a second ago; empty while no worker runs. A worker reports ' +
          'the models of BATON_MODELS, and each model that it was asked for since it started.',
        response: { 200: modelListSchema, ...problems },
      },
    },
    async () => ({ items: viewModels(await modelStates.list()), nextCursor: null }),
  );
};
