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
        summary: 'Get the paper account: cash and fees paid',
        description: 'POST /api/v1/tools/get_portfolio gives the current value of its positions.',
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
        summary: 'List the fills of the paper account, in the order they were booked',
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
        summary: 'List the equity of the paper account over market time',
        description: 'One point for each market minute with open positions.',
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
