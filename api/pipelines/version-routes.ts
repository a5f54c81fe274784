import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { pipelineVersionListSchema, pipelineVersionSchema } from '../../contracts/api/index.ts';
import { requirePipeline, requireVersion } from '../catalog/require-pipeline.ts';
import { summarizeVersion, viewVersion } from './view-pipeline.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

/** What was stored under a pipeline's name, by content. Saving an earlier one again brings it back. */
export const pipelineVersionRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/pipelines/:name/versions',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'List the versions of a pipeline, last saved first',
        params: z.object({ name: z.string() }),
        response: { 200: pipelineVersionListSchema, ...problems },
      },
    },
    async ({ params: { name } }) => {
      const { hash } = await requirePipeline(services, name);
      const versions = await services.pipelines.versions(name);
      return { items: versions.map((row) => summarizeVersion(row, hash)), nextCursor: null };
    },
  );

  app.get(
    '/pipelines/:name/versions/:hash',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'Get a version with its document',
        description: 'Its number or the beginning of its hash are enough.',
        params: z.object({ name: z.string(), hash: z.string() }),
        response: { 200: pipelineVersionSchema, ...problems },
      },
    },
    async ({ params: { name, hash } }) => {
      const { hash: current } = await requirePipeline(services, name);
      return viewVersion(await requireVersion(services, name, hash), current);
    },
  );
};
