import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountQuery } from '../../../contracts/trading/api/accounts.ts';
import {
  accountSchema,
  equityListSchema,
  equityQuery,
  fillListQuery,
  fillListSchema,
} from '../../../contracts/trading/api/account.ts';
import type { AccountView } from '../../../contracts/trading/api/account.ts';
import { viewFill } from '../view-order.ts';
import { accountOf } from '../account-of.ts';
import type { TradingServices } from '../services.ts';
import { problems } from '../../base/responses.ts';

const notOpened: Omit<AccountView, 'id'> = {
  currency: 'USD',
  openedAt: null,
  deposited: '0',
  cash: '0',
  reserved: '0',
  fees: '0',
  borrowFees: '0',
};

/** Reads a paper account from the records. */
export const accountRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  const readerOf = async (request: Parameters<typeof accountOf>[1]) =>
    services.paperAccount(await accountOf(services, request));

  app.get(
    '/account',
    {
      schema: {
        tags: ['account'],
        summary: 'Get a paper account: cash and fees paid',
        description: 'POST /api/v1/tools/get_portfolio gives the current value of its positions.',
        querystring: z.object(accountQuery),
        response: { 200: accountSchema, ...problems },
      },
    },
    async (asked) => {
      const id = await accountOf(services, asked);
      const sums = await services.paperAccount(id).sums();
      if (!sums) return { id, ...notOpened };
      // Fees are booked as negative amounts.
      const [fees, borrowFees] = [sums.fees, sums.borrowFees].map((sum) => sum.replace(/^-/, ''));
      return {
        id,
        ...sums,
        fees: fees!,
        borrowFees: borrowFees!,
        openedAt: sums.openedAt.toISOString(),
      };
    },
  );

  app.get(
    '/account/fills',
    {
      schema: {
        tags: ['account'],
        summary: 'List the fills of a paper account, in the order they were booked',
        querystring: fillListQuery,
        response: { 200: fillListSchema, ...problems },
      },
    },
    async (asked) => {
      const rows = await (await readerOf(asked)).fills(asked.query.limit);
      return { items: rows.map(viewFill), nextCursor: null };
    },
  );

  app.get(
    '/account/equity',
    {
      schema: {
        tags: ['account'],
        summary: 'List the equity of a paper account over market time',
        description: 'One point per market minute while positions are open.',
        querystring: equityQuery,
        response: { 200: equityListSchema, ...problems },
      },
    },
    async (asked) => {
      const { limit, since } = asked.query;
      const points = await (
        await readerOf(asked)
      ).equity({
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
