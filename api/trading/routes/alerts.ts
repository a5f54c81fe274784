import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  alertListQuery,
  alertQuery,
  alertListSchema,
  alertSchema,
  newAlertSchema,
} from '../../../contracts/trading/api/alerts.ts';
import type { AlertView } from '../../../contracts/trading/api/alerts.ts';
import type { AlertRow } from '../../../db/trading/alerts.ts';
import { shortest } from '../../../contracts/base/shortest.ts';
import { callerOf } from '../../access/caller.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { Problem } from '../../base/problem.ts';
import type { TradingServices } from '../services.ts';
import { canonicalSymbol } from '../canonical-symbol.ts';
import { problems } from '../../base/responses.ts';

const params = z.object({ id: z.string() });

/** The price alerts of users. Workers watch the market for them. */
export const alertRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  const { alerts } = services;

  app.get(
    '/alerts',
    {
      schema: {
        tags: ['alerts'],
        summary: 'List the alerts of a user, newest first',
        querystring: alertListQuery,
        response: { 200: alertListSchema, ...problems },
      },
    },
    async (asked) => {
      const { symbol, status, limit } = asked.query;
      const user = callerOf(asked);
      const rows = await alerts.list({ user, status, limit, ...(symbol && { symbols: [symbol] }) });
      return { items: rows.map(viewAlert), nextCursor: null };
    },
  );

  app.post(
    '/alerts',
    {
      schema: {
        tags: ['alerts'],
        summary: 'Create a price alert that fires once',
        description:
          'It fires at market time and creates a notification. It is stored under the canonical symbol of its instrument; an ' +
          'unknown symbol is refused with similar ones.',
        body: newAlertSchema,
        response: { 201: alertSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { price, symbol: asked, comparison, note } = request.body;
      const user = callerOf(request);
      const wanted = { symbol: asked, path: 'symbol', user };
      const symbol = await canonicalSymbol(services, wanted, clientSignal(reply));
      const id = randomUUID();
      const row = await alerts.create({ comparison, note, user, symbol, id, price: String(price) });
      reply.code(201);
      return viewAlert(row);
    },
  );

  app.delete(
    '/alerts/:id',
    {
      schema: {
        tags: ['alerts'],
        summary: 'Delete an alert of a user',
        params,
        querystring: alertQuery,
        response: { 204: z.null(), ...problems },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await alerts.remove({ id, user: callerOf(request) }))) {
        const help = { request: 'GET /api/v1/alerts', does: 'lists all alerts' };
        throw new Problem('not-found', `Alert ${id} not found.`, undefined, { help });
      }
      reply.code(204);
      return null;
    },
  );
};

function viewAlert(row: AlertRow): AlertView {
  const { id, user, runId, symbol, comparison, note, status, problem } = row;
  return {
    id,
    user,
    runId,
    symbol,
    comparison,
    price: shortest(row.price),
    note,
    status,
    createdAt: row.createdAt.toISOString(),
    firedAt: row.firedAt?.toISOString() ?? null,
    firedPrice: row.firedPrice === null ? null : shortest(row.firedPrice),
    firedMarketTime: row.firedMarketTime?.toISOString() ?? null,
    problem,
  };
}
