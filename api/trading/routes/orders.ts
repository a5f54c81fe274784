import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
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
import type { TradingServices } from '../services.ts';
import { problems } from '../../base/responses.ts';

const params = z.object({ id: z.string() });

/** The orders of the paper account. Placing them is a tool: `create_paper_order`. */
export const orderRoutes: FastifyPluginAsyncZod<TradingServices> = async (
  app,
  { paperAccount },
) => {
  async function viewOne(id: string) {
    const found = await paperAccount.order(id);
    if (found) return viewOrderDetail(found);
    throw new Problem(
      'not-found',
      `There is no order ${id}; GET /api/v1/account/orders lists them.`,
    );
  }

  app.get(
    '/account/orders',
    {
      schema: {
        tags: ['account'],
        summary: 'The orders of the paper account with their fills, newest first',
        querystring: orderListQuery,
        response: { 200: orderListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit, status, symbol } }) => {
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      const after = position && { placedAt: position.at, id: position.id };
      const statuses = status === 'open' ? workingStatuses : status && [status];
      const rows = await paperAccount.orders({ statuses, symbol, after, limit: limit + 1 });
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
        summary: 'One order, with its fills and all that has happened to it',
        params,
        response: { 200: orderDetailSchema, ...problems },
      },
    },
    async ({ params: { id } }) => viewOne(id),
  );

  app.post(
    '/account/orders/:id/cancel',
    {
      schema: {
        tags: ['account'],
        summary: 'Ask for the end of an order',
        description:
          'The exchange ends it with its next look at the market; what a bar that opened before fills ' +
          'stays filled. Nothing keeps a cancel out, and one of an order that has ended changes nothing.',
        params,
        body: cancelOrderSchema,
        response: { 200: orderDetailSchema, ...problems },
      },
    },
    async ({ params: { id }, body: { reason } }) => {
      await paperAccount.cancel(id, reason);
      return viewOne(id);
    },
  );
};
