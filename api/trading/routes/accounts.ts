import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ownAccountId, personOf } from '../../../contracts/trading/accounts.ts';
import {
  accountEntriesQuery,
  accountEntriesSchema,
  accountEntrySchema,
  deskAccountParams,
  putDeskAccountSchema,
} from '../../../contracts/trading/api/accounts.ts';
import type { AccountEntry } from '../../../contracts/trading/api/accounts.ts';
import { isMember } from '../../../db/trading/desk-accounts.ts';
import type { DeskAccount } from '../../../db/trading/desk-accounts.ts';
import { callerOf } from '../../access/caller.ts';
import { problems } from '../../base/responses.ts';
import { accountNotFound, changerOf, mayAdminister } from '../account-of.ts';
import type { TradingServices } from '../services.ts';

/** The accounts of a user: their own, and the desk accounts that they share with others. */
export const accountsRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, { accounts }) => {
  app.get(
    '/accounts',
    {
      schema: {
        tags: ['account'],
        summary:
          'List the accounts of a user: their own, then the desk accounts they are a member of',
        querystring: accountEntriesQuery,
        response: { 200: accountEntriesSchema, ...problems },
      },
    },
    async (asked) => {
      const user = callerOf(asked);
      const desks = await accounts.listDesks(user);
      return { items: [viewOwn(user), ...desks.map(viewDesk)], nextCursor: null };
    },
  );

  app.put(
    '/accounts/:id',
    {
      config: { audit: { action: 'settings.changed', tells: ['members'] } },
      schema: {
        tags: ['account'],
        summary: 'Create a desk account, or set its members',
        description:
          'Members see the account and trade on it like on their own. Only a member or an admin can change an ' +
          'existing account. GET /api/v1/account/changes lists who changed the members.',
        params: deskAccountParams,
        querystring: accountEntriesQuery,
        body: putDeskAccountSchema,
        response: { 200: accountEntrySchema, ...problems },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      const { name, members, reason } = asked.body;
      const user = callerOf(asked);
      const put = await accounts.putDesk(
        { id, name, members },
        { by: changerOf(asked), reason },
        (known) => mayAdminister(asked) || isMember(known, user),
      );
      if (!put) throw accountNotFound(user, id);
      return viewDesk(put);
    },
  );
};

function viewOwn(user: string): AccountEntry {
  const person = personOf(user);
  return { id: ownAccountId(user), name: person, kind: 'own', members: [person] };
}

const viewDesk = ({ id, name, members }: DeskAccount): AccountEntry => {
  return { id, name, kind: 'desk', members };
};
