import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  newWatchedSchema,
  watchlistQuery,
  watchlistSchema,
} from '../../../contracts/trading/api/alerts.ts';
import { notFollowed } from '../../../contracts/trading/not-followed.ts';
import { callerOf } from '../../access/caller.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { Problem } from '../../base/problem.ts';
import type { TradingServices } from '../services.ts';
import { canonicalSymbol } from '../canonical-symbol.ts';
import { problems } from '../../base/responses.ts';

/** A pair such as BTC/USDT is written BTC%2FUSDT in a path. */
const params = z.object({ symbol: z.string().trim().toUpperCase() });

/** The instruments that users follow. */
export const watchlistRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  const { instruments, watchlist } = services;

  async function view(user: string) {
    const rows = await watchlist.list(user);
    const items = rows.map(({ symbol, note, addedAt }) => {
      return { symbol, note, addedAt: addedAt.toISOString() };
    });
    return { items, nextCursor: null };
  }

  app.get(
    '/watchlist',
    {
      schema: {
        tags: ['alerts'],
        summary: 'List the watchlist of a user, in the order added',
        description: 'POST /api/v1/tools/get_watchlist returns it with prices.',
        querystring: watchlistQuery,
        response: { 200: watchlistSchema, ...problems },
      },
    },
    async (asked) => view(callerOf(asked)),
  );

  app.post(
    '/watchlist',
    {
      schema: {
        tags: ['alerts'],
        summary: 'Add an instrument to the watchlist, or change its note',
        description:
          'It is stored under the canonical symbol of its instrument; an unknown symbol is refused with similar ones.',
        body: newWatchedSchema,
        response: { 200: watchlistSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { symbol: asked, note } = request.body;
      const user = callerOf(request);
      const wanted = { symbol: asked, path: 'symbol', user };
      const symbol = await canonicalSymbol(services, wanted, clientSignal(reply));
      await watchlist.put(user, symbol, note);
      return view(user);
    },
  );

  app.delete(
    '/watchlist/:symbol',
    {
      schema: {
        tags: ['alerts'],
        summary: 'Remove an instrument from the watchlist',
        params,
        querystring: watchlistQuery,
        response: { 204: z.null(), ...problems },
      },
    },
    async (request, reply) => {
      const { symbol } = request.params;
      const user = callerOf(request);
      const known = await instruments.find(symbol);
      const names = [...new Set([symbol, known?.id ?? symbol])];
      const removed = await Promise.all(names.map((name) => watchlist.remove(user, name)));
      if (!removed.includes(true)) {
        const followed = (await watchlist.list(user)).map((row) => row.symbol);
        throw new Problem('not-found', notFollowed(user, symbol, followed));
      }
      reply.code(204);
      return null;
    },
  );
};
