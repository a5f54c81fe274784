import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { identitySchema, newIdentitySchema, userParams } from '../../contracts/api/index.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { RouteOptions } from '../route-plugin.ts';
import { requirePrincipal } from './principal.ts';
import { requireWayIn } from './require-way-in.ts';

/** Who the users are at an OpenID provider. */
export const identityRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, services) => {
  const { accessLog, identities, sessions } = services;

  app.put(
    '/users/:id/identity',
    {
      schema: {
        tags: ['access'],
        summary:
          'Set which person of an OpenID provider a user is, and end the sessions of the user',
        params: userParams,
        body: newIdentitySchema,
        response: { 200: identitySchema, ...problems },
      },
    },
    async (asked) => {
      const { id: user } = asked.params;
      const { issuer, subject } = asked.body;
      const principal = requirePrincipal(asked);
      await requireWayIn(services, asked, { user, roles: null, tools: null });
      if (!(await identities.replace({ issuer, subject }, user))) {
        throw new Problem('conflict', `${subject} of ${issuer} is another user here.`);
      }
      await sessions.endAll(user);
      await accessLog.add({
        by: principal.name,
        action: 'identity.set',
        target: user,
        detail: { issuer, subject },
        address: asked.ip,
      });
      return { user, issuer, subject };
    },
  );
};
