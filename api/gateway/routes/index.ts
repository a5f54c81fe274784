import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Services } from '../../services.ts';
import { anthropicRoutes } from '../anthropic/routes.ts';
import { addOpenAIErrors } from '../openai-errors.ts';
import { responseRoutes } from '../responses/routes.ts';
import { addRequestValidation } from '../validation.ts';
import { chatCompletionRoutes } from './chat-completions.ts';
import { embeddingRoutes } from './embeddings.ts';
import { modelRoutes } from './models.ts';
import { otherApiRoutes } from './other-apis.ts';

/** What clients of OpenAI's API find here, in its form and with its errors. */
export const gatewayRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, scopedToModels: true };
  });
  addOpenAIErrors(app);
  addRequestValidation(app);
  for (const routes of [
    chatCompletionRoutes,
    responseRoutes,
    anthropicRoutes,
    modelRoutes,
    embeddingRoutes,
    otherApiRoutes,
  ]) {
    // The prefix is on this plugin already.
    await app.register(routes, { ...services, prefix: '' });
  }
};
