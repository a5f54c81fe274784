import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccessAction } from '../../contracts/access/actions.ts';
import {
  identitySchema,
  newIdentitySchema,
  removedIdentitySchema,
  userParams,
} from '../../contracts/api/index.ts';
import type { Identity } from '../../db/repositories/access/identities.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { RouteOptions } from '../route-plugin.ts';
import { requirePrincipal } from './principal.ts';
import { requireWayIn } from './require-way-in.ts';

/** Who the users are at an OpenID provider. */
export const identityRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, services) => {
  const { accessLog, apiKeys, identities, sessions } = services;

  app.put(
    '/users/:id/identity',
    {
      schema: {
        tags: ['access'],
        summary: 'Link a user to a person of an OpenID provider, and end the sessions of the user',
        params: userParams,
        body: newIdentitySchema,
        response: { 200: identitySchema, ...problems },
      },
    },
    async (asked) => {
      const { id: user } = asked.params;
      const { issuer, subject } = asked.body;
      await requireWayIn(services, asked, { user, roles: null, tools: null });
      const by = requirePrincipal(asked).name;
      if (!(await identities.replace({ issuer, subject }, user, by))) {
        throw new Problem('conflict', `${subject} of ${issuer} is already linked to another user.`);
      }
      const keys = await endAccess(asked, 'identity.set', { user, issuer, subject });
      return { user, issuer, subject, keys };
    },
  );

  app.delete(
    '/users/:id/identity',
    {
      schema: {
        tags: ['access'],
        summary: 'Unlink a user from an OpenID provider, and end the sessions of the user',
        params: userParams,
        response: { 200: removedIdentitySchema, ...problems },
      },
    },
    async (asked) => {
      const { id: user } = asked.params;
      const removed = await identities.remove(user);
      if (!removed) throw new Problem('not-found', `${user} is not linked to an OpenID provider.`);
      return { user, keys: await endAccess(asked, 'identity.removed', { user, ...removed }) };
    },
  );

  /** Ends the sessions of whom the user was, and notes it. @returns the keys that go on. */
  async function endAccess(
    asked: FastifyRequest,
    action: AccessAction,
    { user, ...identity }: { user: string } & Identity,
  ): Promise<{ id: string; name: string }[]> {
    await sessions.endAll(user);
    const by = requirePrincipal(asked).name;
    await accessLog.add({ by, action, target: user, detail: identity, address: asked.ip });
    const keys = await apiKeys.validOf(user);
    return keys.map(({ id, name }) => ({ id, name }));
  }
};
