import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  accountSchema,
  fillListQuery,
  fillListSchema,
  orderListQuery,
  orderListSchema,
} from '../../contracts/api/index.ts';
import type { AccountView, FillView, OrderView } from '../../contracts/api/index.ts';
import type { FillRow, OrderRow } from '../../db/repositories/orders.ts';
import type { OrderWithFill } from '../../db/repositories/paper-account.ts';
import { decodeCursor, pageOf } from '../cursor.ts';
import type { Services } from '../services.ts';
import { problems } from './responses.ts';

const notOpened: AccountView = {
  currency: 'USD',
  openedAt: null,
  deposited: '0',
  cash: '0',
  reserved: '0',
  fees: '0',
};

/** The paper account as it is on record. */
export const accountRoutes: FastifyPluginAsyncZod<Services> = async (app, { paperAccount }) => {
  app.get(
    '/account',
    {
      schema: {
        tags: ['account'],
        summary: 'The paper account: its cash and what it has paid',
        description: 'What its positions are worth now, POST /api/v1/tools/get_portfolio tells.',
        response: { 200: accountSchema, ...problems },
      },
    },
    async () => {
      const sums = await paperAccount.sums();
      if (!sums) return notOpened;
      // Fees are booked as what goes out.
      const fees = sums.fees.replace(/^-/, '');
      return { ...sums, fees, openedAt: sums.openedAt.toISOString() };
    },
  );

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
    async ({ query: { cursor, limit, ...filter } }) => {
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      const after = position && { acceptedAt: position.at, id: position.id };
      const rows = await paperAccount.orders({ ...filter, after, limit: limit + 1 });
      const placeOf = ({ order }: OrderWithFill) => ({
        at: order.acceptedAt,
        id: order.clientOrderId,
      });
      return pageOf(rows, limit, placeOf, viewOrder);
    },
  );

  app.get(
    '/account/fills',
    {
      schema: {
        tags: ['account'],
        summary: 'The fills of the paper account, in the order in which they were booked',
        querystring: fillListQuery,
        response: { 200: fillListSchema, ...problems },
      },
    },
    async ({ query: { limit } }) => {
      const rows = await paperAccount.fills(limit);
      return { items: rows.map(viewFill), nextCursor: null };
    },
  );
};

function viewOrder({ order, fill }: OrderWithFill): OrderView {
  const { clientOrderId: id, acceptedAt, endedAt } = order;
  const { runId, symbol, side, type, status, reason } = order;
  return {
    id,
    runId,
    symbol,
    side,
    type,
    status,
    reason,
    quantity: shortest(order.quantity),
    referencePrice: shortest(order.referencePrice),
    acceptedAt: acceptedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    fill: fill && viewPrice(fill),
  };
}

function viewFill({ order, fill }: { order: OrderRow; fill: FillRow }): FillView {
  const { clientOrderId: orderId, symbol, side } = order;
  return { orderId, symbol, side, ...viewPrice(fill) };
}

function viewPrice({ price, quantity, fee, at, bar }: FillRow): NonNullable<OrderView['fill']> {
  const { time } = bar as { time: string };
  return {
    price: shortest(price),
    quantity: shortest(quantity),
    fee: shortest(fee),
    at: at.toISOString(),
    marketTime: time,
  };
}

/** Decimal text without the zeros at its end. */
function shortest(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
