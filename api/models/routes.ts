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
          'The models of the default chain and those that were used: limits, queues, breakers',
        description:
          'What live workers have said, a second ago at most: empty while none runs. A worker names ' +
          'the models of the chain of BATON_MODELS, and each that it was asked for since it started.',
        response: { 200: modelListSchema, ...problems },
      },
    },
    async () => ({ items: viewModels(await modelStates.list()), nextCursor: null }),
  );
};
