import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { deploysSchema, promotedBuildSchema } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';

/** The builds of the workers. */
export const deployRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { accessLog, temporal } = services;

  app.get(
    '/deploys',
    {
      schema: {
        tags: ['deploys'],
        summary: 'List the builds of the workers, with their open runs',
        response: { 200: deploysSchema, ...problems },
      },
    },
    async () => temporal.deploys(),
  );

  app.put(
    '/deploys/current',
    {
      schema: {
        tags: ['deploys'],
        summary: 'Make a build current: new runs start on it, open runs stay on their build',
        body: promotedBuildSchema,
        response: { 200: deploysSchema, ...problems },
      },
    },
    async (asked) => {
      const { build } = asked.body;
      const by = requirePrincipal(asked).name;
      const note = (detail: JsonObject) =>
        accessLog.add({
          by,
          action: 'build.promoted',
          target: build ?? '',
          detail,
          address: asked.ip,
        });
      const outcome = await temporal.promote(build, by).catch(async (error: unknown) => {
        // It may have been executed all the same.
        await note({ outcome: 'unknown' });
        throw error;
      });
      if (outcome === 'not-found') {
        const detail = `Build ${build} not found. Start a worker with BATON_BUILD_ID=${build} first.`;
        throw new Problem('not-found', detail, undefined, {
          help: { request: 'GET /api/v1/deploys', does: 'lists the builds' },
        });
      }
      if (outcome !== 'current') {
        throw new Problem('conflict', `Temporal refuses build ${build}: ${outcome.refused}`);
      }
      await note({});
      return temporal.deploys();
    },
  );
};
