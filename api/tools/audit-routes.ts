import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { auditListSchema, auditQuery } from '../../contracts/api/index.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

/** Every attempt at a tool call, allowed or refused. */
export const auditRoutes: FastifyPluginAsyncZod<Services> = async (app, { toolCalls }) => {
  app.get(
    '/audit',
    {
      schema: {
        tags: ['audit'],
        summary: 'Every attempt at a tool call, allowed or refused, newest first',
        description:
          'Attempts at side effects are here before they are carried out; others within a second. They are ' +
          'kept for BATON_AUDIT_DAYS.',
        querystring: auditQuery,
        response: { 200: auditListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit, run: runId, since, ...filter } }) => {
      const rows = await toolCalls.list({
        ...filter,
        runId,
        since: since === undefined ? undefined : new Date(since),
        after: cursor === undefined ? undefined : decodeCursor(cursor),
        limit: limit + 1,
      });
      return pageOf(
        rows,
        limit,
        ({ at, id }) => ({ at, id }),
        ({ at, ...row }) => ({ ...row, at: at.toISOString() }),
      );
    },
  );
};
