import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountQuery } from '../../../contracts/trading/api/accounts.ts';
import {
  cancelOrderSchema,
  orderDetailSchema,
  orderListQuery,
  orderListSchema,
} from '../../../contracts/trading/api/account.ts';
import { workingStatuses } from '../../../contracts/trading/orders.ts';
import type { OrderWithFills } from '../../../db/trading/paper-account.ts';
import { viewOrder, viewOrderDetail } from '../view-order.ts';
import { decodeCursor, pageOf } from '../../base/cursor.ts';
import { Problem } from '../../base/problem.ts';
import { accountOf, changerOf } from '../account-of.ts';
import type { TradingServices } from '../services.ts';
import { problems } from '../../base/responses.ts';

const params = z.object({ id: z.string() });

/** The orders of a paper account. Placing them is a tool: `create_paper_order`. */
export const orderRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  const readerOf = async (request: Parameters<typeof accountOf>[1]) =>
    services.paperAccount(await accountOf(services, request));

  async function viewOne(reader: Awaited<ReturnType<typeof readerOf>>, id: string) {
    const found = await reader.order(id);
    if (found) return viewOrderDetail(found);
    const help = { request: 'GET /api/v1/account/orders', does: 'lists all orders' };
    throw new Problem('not-found', `Order ${id} not found.`, undefined, { help });
  }

  app.get(
    '/account/orders',
    {
      schema: {
        tags: ['account'],
        summary: 'List the orders of a paper account with their fills, newest first',
        querystring: orderListQuery,
        response: { 200: orderListSchema, ...problems },
      },
    },
    async (asked) => {
      const { cursor, limit, status, symbol } = asked.query;
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      const after = position && { placedAt: position.at, id: position.id };
      const statuses = status === 'open' ? workingStatuses : status && [status];
      const reader = await readerOf(asked);
      const rows = await reader.orders({ statuses, symbol, after, limit: limit + 1 });
      const placeOf = ({ order }: OrderWithFills) => ({
        at: order.placedAt,
        id: order.clientOrderId,
      });
      return pageOf(rows, limit, placeOf, viewOrder);
    },
  );

  app.get(
    '/account/orders/:id',
    {
      schema: {
        tags: ['account'],
        summary: 'Get an order, with its fills and history',
        params,
        querystring: z.object(accountQuery),
        response: { 200: orderDetailSchema, ...problems },
      },
    },
    async (asked) => viewOne(await readerOf(asked), asked.params.id),
  );

  app.post(
    '/account/orders/:id/cancel',
    {
      schema: {
        tags: ['account'],
        summary: 'Cancel an order',
        description:
          'The exchange cancels the order with the next market update; fills of earlier bars stay. A cancel is never ' +
          'refused. If the order has already ended, nothing changes.',
        params,
        querystring: z.object(accountQuery),
        body: cancelOrderSchema,
        response: { 200: orderDetailSchema, ...problems },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      const { reason = `cancelled by ${changerOf(asked)}` } = asked.body;
      const reader = await readerOf(asked);
      await reader.cancel(id, reason);
      return viewOne(reader, id);
    },
  );
};
