import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  requestDetailSchema,
  requestListQuery,
  requestListSchema,
} from '../../contracts/api/index.ts';
import type { RequestFilter } from '../../db/repositories/models/model-requests.ts';
import { requirePrincipal } from '../access/principal.ts';
import type { Principal } from '../access/principal.ts';
import { decodeCursor, encodeCursor, pageOf } from '../base/cursor.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { viewRequest, viewRequestDetail } from './view-request.ts';

/** Calls of models, with what went over the wire. */
export const requestRoutes: FastifyPluginAsyncZod<Services> = async (app, { modelRequests }) => {
  app.get(
    '/requests',
    {
      schema: {
        tags: ['requests'],
        summary: 'List the model calls of agents and of the gateway, newest first',
        description:
          'A call appears within a second of its end, and is kept for BATON_KEEP_REQUESTS_DAYS. Calls of the gateway are ' +
          'shown to the user who made them, and to admins; those of runs to everyone who can see runs.',
        querystring: requestListQuery,
        response: { 200: requestListSchema, ...problems },
      },
    },
    async (asked) => {
      const { cursor, limit, text, run, call, key, retried, ...query } = asked.query;
      const filter: RequestFilter = {
        ...query,
        runId: run,
        callId: call,
        keyId: key,
        isRetried: retried !== undefined,
        seenBy: onlyOf(requirePrincipal(asked)),
        after: cursor === undefined ? undefined : decodeCursor(cursor),
      };
      if (text === undefined) {
        const rows = await modelRequests.list({ ...filter, limit: limit + 1 });
        return pageOf(rows, limit, ({ at, id }) => ({ at, id }), viewRequest);
      }
      const { found, next } = await modelRequests.search(text, { ...filter, limit });
      return { items: found.map(viewRequest), nextCursor: next ? encodeCursor(next) : null };
    },
  );

  app.get(
    '/requests/:id',
    {
      schema: {
        tags: ['requests'],
        summary:
          'Get a model call: what was asked, what was sent upstream and came back, attempts, times and cost',
        description:
          'Texts of more than 262,144 characters are cut and marked as cut. Request headers are not kept, because they contain keys.',
        params: z.object({ id: z.string() }),
        response: { 200: requestDetailSchema, ...problems },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      const row = await modelRequests.get(id);
      const user = onlyOf(requirePrincipal(asked));
      const isSeen = row?.door === 'run' || user === undefined || row?.user === user;
      if (row && isSeen) return viewRequestDetail(row);
      throw new Problem(
        'not-found',
        `Request ${id} not found. Requests are kept for BATON_KEEP_REQUESTS_DAYS.`,
      );
    },
  );
};

/** Whose calls of the gateway somebody sees; undefined for those of everyone. */
function onlyOf({ user, actsForOthers, rights }: Principal): string | undefined {
  return actsForOthers || rights.has('administer') ? undefined : user;
}
