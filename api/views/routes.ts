import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  mostViews,
  savedViewListSchema,
  savedViewParams,
  savedViewQuery,
  savedViewSchema,
  saveViewSchema,
} from '../../contracts/api/index.ts';
import { requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';

/** The views of lists that whoever asks has named. */
export const viewRoutes: FastifyPluginAsyncZod<Services> = async (app, { savedViews }) => {
  app.get(
    '/views',
    {
      schema: {
        tags: ['views'],
        summary: 'List your saved views of a list, by name',
        querystring: savedViewQuery,
        response: { 200: savedViewListSchema, ...problems },
      },
    },
    async (asked) => {
      const rows = await savedViews.list(requirePrincipal(asked).user, asked.query.page);
      const items = rows.map(({ page, name, search }) => ({ page, name, search }));
      return { items, nextCursor: null };
    },
  );

  app.put(
    '/views/:page/:name',
    {
      schema: {
        tags: ['views'],
        summary: 'Save a view of a list under a name, in place of what you saved there',
        params: savedViewParams,
        body: saveViewSchema,
        response: { 200: savedViewSchema, ...problems },
      },
    },
    async (asked) => {
      const { params, body } = asked;
      const view = { ...params, search: body.search };
      const isKept = await savedViews.put(
        { ...view, user: requirePrincipal(asked).user },
        mostViews,
      );
      if (isKept) return view;
      throw new Problem(
        'conflict',
        `You have ${mostViews} views of this list, which is the limit. Delete one first.`,
      );
    },
  );

  app.delete(
    '/views/:page/:name',
    {
      schema: {
        tags: ['views'],
        summary: 'Delete a saved view of yours',
        params: savedViewParams,
        response: { 204: z.null(), ...problems },
      },
    },
    async (asked, reply) => {
      const { params } = asked;
      if (!(await savedViews.remove({ ...params, user: requirePrincipal(asked).user }))) {
        throw new Problem('not-found', `You have no view ${params.name} of this list.`);
      }
      reply.code(204);
      return null;
    },
  );
};
