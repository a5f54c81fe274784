import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  gatewayModelListSchema,
  gatewayModelSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { GatewayModel } from '../../../contracts/api/gateway/index.ts';
import { publishedModels } from '../../catalog/catalog.ts';
import type { Services } from '../../services.ts';
import { knownNames, resolveModel } from '../../catalog/model-names.ts';
import { openaiErrors } from '../error-schemas.ts';

type PublishedModels = Awaited<ReturnType<typeof publishedModels>>;

export const modelRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/models',
    {
      schema: {
        tags: ['gateway'],
        summary: 'List the names that you can use as `model`',
        description:
          'The aliases and the models of all chains. Any other model of a configured provider works too.',
        response: { 200: gatewayModelListSchema, ...openaiErrors },
      },
    },
    async () => {
      const published = await publishedModels(services);
      const data = knownNames(published.models).flatMap((id) => viewModel(id, published) ?? []);
      return { object: 'list' as const, data };
    },
  );

  app.get(
    '/models/:model',
    {
      schema: {
        tags: ['gateway'],
        summary: 'Get the models behind a name',
        params: z.object({ model: z.string() }),
        response: { 200: gatewayModelSchema, ...openaiErrors },
      },
    },
    async ({ params: { model } }) => describeModel(model),
  );

  // Names have a / in them, which not every client encodes.
  app.get(
    '/models/*',
    { schema: { hide: true, params: z.object({ '*': z.string() }) } },
    async ({ params: { '*': model } }) => describeModel(model),
  );

  async function describeModel(model: string): Promise<GatewayModel> {
    const published = await publishedModels(services);
    return toModel(model, resolveModel({ model }, published.models), published);
  }
};

/** Undefined for a model in a chain whose provider is not configured. */
function viewModel(id: string, published: PublishedModels): GatewayModel | undefined {
  try {
    return toModel(id, resolveModel({ model: id }, published.models), published);
  } catch {
    return undefined;
  }
}

function toModel(id: string, chain: string[], published: PublishedModels): GatewayModel {
  const { publishedAt, models } = published;
  const [only] = chain;
  const isOne = chain.length === 1 && /[:/]/.test(id);
  const deployments = isOne && only !== undefined ? deploymentsOf(only, models) : undefined;
  return {
    id,
    object: 'model',
    created: Math.floor(publishedAt.getTime() / 1000),
    owned_by: (isOne && only?.split(':', 1)[0]) || 'baton',
    chain,
    ...(deployments && { deployments: deployments.map((one) => ({ ...one, can: [...one.can] })) }),
  };
}

/** Those that name the model, else those of all models of its provider. */
function deploymentsOf(model: string, { deployments = {} }: PublishedModels['models']) {
  return deployments[model] ?? deployments[model.replace(/:.*/s, ':*')];
}
