import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  accountSchema,
  equityListSchema,
  equityQuery,
  fillListQuery,
  fillListSchema,
} from '../../../contracts/trading/api/account.ts';
import type { AccountView } from '../../../contracts/trading/api/account.ts';
import { viewFill } from '../view-order.ts';
import type { TradingServices } from '../services.ts';
import { problems } from '../../base/responses.ts';

const notOpened: AccountView = {
  currency: 'USD',
  openedAt: null,
  deposited: '0',
  cash: '0',
  reserved: '0',
  fees: '0',
};

/** The paper account as it is on record. */
export const accountRoutes: FastifyPluginAsyncZod<TradingServices> = async (
  app,
  { paperAccount },
) => {
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

  app.get(
    '/account/equity',
    {
      schema: {
        tags: ['account'],
        summary: 'What the paper account was worth, in the order of its market',
        description: 'A point is noted for each minute of the market in which positions are open.',
        querystring: equityQuery,
        response: { 200: equityListSchema, ...problems },
      },
    },
    async ({ query: { limit, since } }) => {
      const points = await paperAccount.equity({
        limit,
        since: since === undefined ? undefined : new Date(since),
      });
      const items = points.map(({ marketTime, cash, equity, realizedPnl, unrealizedPnl }) => ({
        marketTime: marketTime.toISOString(),
        cash,
        equity,
        realizedPnl,
        unrealizedPnl,
      }));
      return { items, nextCursor: null };
    },
  );
};
