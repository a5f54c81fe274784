import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { auditListSchema, auditQuery } from '../../contracts/api/index.ts';
import { appReader } from '../../contracts/base/app-reader.ts';
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
        summary: 'List all attempted tool calls, allowed or refused, newest first',
        description:
          'Calls with a side effect are recorded before they run, others within a second. Records are ' +
          `kept for BATON_AUDIT_DAYS. What the pages of the app read is listed only with user=${appReader}.`,
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
        // Pages of the app that stand open read prices and accounts again and again.
        withoutReadsOf: filter.user === undefined && runId === undefined ? appReader : undefined,
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
