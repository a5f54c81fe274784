import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accessEventListSchema, accessEventQuery } from '../../contracts/api/index.ts';
import { problems } from '../base/responses.ts';
import type { RouteOptions } from '../route-plugin.ts';
import { viewAccessEvent } from './views.ts';

/** Who signed in, and who changed what others may do. */
export const accessLogRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, { accessLog }) => {
  app.get(
    '/access-log',
    {
      schema: {
        tags: ['access'],
        summary: 'List sign-ins and changes of keys, users and sessions, newest first',
        querystring: accessEventQuery,
        response: { 200: accessEventListSchema, ...problems },
      },
    },
    async ({ query: { limit, cursor, ...filter } }) => {
      const rows = await accessLog.list({ ...filter, before: cursor, limit: limit + 1 });
      const items = rows.slice(0, limit).map(viewAccessEvent);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  );

  app.get(
    '/access-log.jsonl',
    {
      schema: {
        tags: ['access'],
        summary: 'Download the whole access log as JSON lines, oldest first',
        response: {
          200: {
            description: 'One event per line',
            content: { 'application/x-ndjson': { schema: z.string() } },
          },
          ...problems,
        },
      },
    },
    async (_request, reply) => {
      const lines = async function* () {
        for await (const row of accessLog.all()) yield `${JSON.stringify(viewAccessEvent(row))}\n`;
      };
      return reply.type('application/x-ndjson').send(Readable.from(lines()) as unknown as string);
    },
  );
};
