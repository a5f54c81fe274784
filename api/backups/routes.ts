import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { snapshotSchema } from '../../contracts/api/index.ts';
import { requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { RouteOptions } from '../route-plugin.ts';

/** Copies of what Baton keeps, for `npx baton backup`. The data themselves do not leave the machine over the API. */
export const backupRoutes: FastifyPluginAsyncZod<RouteOptions> = async (
  app,
  { takeSnapshot, accessLog },
) => {
  app.post(
    '/snapshots',
    {
      schema: {
        tags: ['backups'],
        summary: 'Copy records and Temporal state to a folder in BATON_DATA',
        description:
          '`npx baton backup` packs the copy and deletes it. 409 if records or Temporal are on separate ' +
          'servers. 507 if the disk has too little space for the copy.',
        response: { 201: snapshotSchema, ...problems },
      },
    },
    async (asked, reply) => {
      if (!takeSnapshot) {
        throw new Problem(
          'conflict',
          'Records or Temporal are on separate servers. Back them up with their own tools, such as pg_dump, ' +
            'and keep BATON_KEYS: without them, records cannot be read.',
        );
      }
      const { name: by } = requirePrincipal(asked);
      const name = await takeSnapshot((target) =>
        accessLog.add({ by, action: 'backup.made', target, address: asked.ip }),
      );
      return reply.code(201).send({ name });
    },
  );
};
