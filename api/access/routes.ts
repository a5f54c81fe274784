import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { rights } from '../../contracts/access/roles.ts';
import {
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  meSchema,
  newApiKeySchema,
  newSignInLinkSchema,
  ownedQuery,
  sessionListSchema,
  sessionSchema,
  signInLinkSchema,
} from '../../contracts/api/index.ts';
import type { AccessAction } from '../../contracts/access/actions.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import { callableNames } from '../catalog/callable-names.ts';
import { requireTools } from '../catalog/require-tools.ts';
import type { RouteOptions } from '../route-plugin.ts';
import { namedLimits } from './named-limits.ts';
import { credentialOf, requirePrincipal } from './principal.ts';
import type { Principal } from './principal.ts';
import { requireWayIn } from './require-way-in.ts';
import { viewApiKey, viewSession } from './views.ts';
import type { FastifyRequest } from 'fastify';

const params = z.object({ id: z.string() });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Who one is, one's keys and sessions; for admins those of everyone. */
export const accessRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, services) => {
  const { accessLog, apiKeys, links, sessions } = services;

  app.get(
    '/me',
    {
      schema: {
        tags: ['access'],
        summary: 'Get who you are and what you may do',
        response: { 200: meSchema, ...problems },
      },
    },
    async (asked) => {
      const principal = requirePrincipal(asked);
      const { name, user, roles, groups, actsForOthers, tools, credential } = principal;
      return {
        name,
        user,
        roles: [...roles],
        groups: [...groups],
        rights: rights.filter((right) => principal.rights.has(right)),
        actsForOthers,
        tools: tools && [...tools],
        credential: credential.kind,
      };
    },
  );

  app.get(
    '/keys',
    {
      schema: {
        tags: ['access'],
        summary: 'List API keys, newest first',
        querystring: ownedQuery,
        response: { 200: apiKeyListSchema, ...problems },
      },
    },
    async (asked) => {
      const rows = await apiKeys.list(whose(asked, asked.query.user));
      return { items: rows.map(viewApiKey), nextCursor: null };
    },
  );

  app.post(
    '/keys',
    {
      schema: {
        tags: ['access'],
        summary: 'Create an API key. Only this answer contains the key itself',
        body: newApiKeySchema,
        response: { 201: createdApiKeySchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { name, roles = null, tools = null, tags = [], expiresInDays } = asked.body;
      const principal = requirePrincipal(asked);
      const user = asked.body.user ?? principal.user;
      await requireWayIn(services, asked, { user, roles, tools });
      const known = tools && (await callableNames(services));
      // Until a worker has started, nobody knows the tools.
      if (tools && known) requireTools(known, 'tools', tools);
      const modelLimits = await namedLimits(services, asked.body.modelLimits);
      const expiresAt =
        expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * dayMs);
      // A session that another's link opened makes keys of that other.
      const createdBy = principal.madeBy ?? principal.name;
      const { row, secret } = await apiKeys.create({
        user,
        name,
        roles,
        tools,
        modelLimits,
        tags,
        createdBy,
        expiresAt,
      });
      const limits = { ...(modelLimits && { modelLimits }), ...(tags.length > 0 && { tags }) };
      const made = { user, name, roles, tools, credential: credentialOf(asked), ...limits };
      await note(asked, 'key.created', row.id, made);
      return reply.code(201).send({ ...viewApiKey(row), key: secret });
    },
  );

  app.delete(
    '/keys/:id',
    {
      schema: {
        tags: ['access'],
        summary: 'Revoke an API key, and end the sessions that it opened. Applies at once',
        params,
        response: { 200: apiKeySchema, ...problems },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      const key = await apiKeys.get(id);
      if (!key || !isMine(asked, key)) throw notFound('API key', id, '/keys');
      const revoked = (await apiKeys.revoke(id)) ?? key;
      await note(asked, 'key.revoked', id, { user: key.user, name: key.name });
      return viewApiKey(revoked);
    },
  );

  app.get(
    '/sessions',
    {
      schema: {
        tags: ['access'],
        summary: 'List the browsers that are signed in, latest first',
        querystring: ownedQuery,
        response: { 200: sessionListSchema, ...problems },
      },
    },
    async (asked) => {
      const rows = await sessions.list(whose(asked, asked.query.user));
      return { items: rows.map((row) => viewSession(row, asked)), nextCursor: null };
    },
  );

  app.delete(
    '/sessions/:id',
    {
      schema: {
        tags: ['access'],
        summary: 'End a session. Applies at once',
        params,
        response: { 200: sessionSchema, ...problems },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      const session = await sessions.get(id);
      if (!session || !isMine(asked, session)) throw notFound('Session', id, '/sessions');
      await sessions.end(id);
      await note(asked, 'session.ended', id, { user: session.user });
      return viewSession(session, asked);
    },
  );

  app.post(
    '/sign-in-links',
    {
      schema: {
        tags: ['access'],
        summary: 'Create a sign-in link that works once',
        body: newSignInLinkSchema,
        response: { 201: signInLinkSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const principal = requirePrincipal(asked);
      const { user = principal.user, expiresInMinutes } = asked.body;
      await requireWayIn(services, asked, { user, roles: null, tools: null });
      const expiresAt = new Date(Date.now() + expiresInMinutes * minuteMs);
      const createdBy = principal.name;
      const madeBy = mayUseToo(principal, user);
      const code = await sessions.createCode({ user, createdBy, madeBy, expiresAt });
      await note(asked, 'link.created', user);
      const answer = { link: links.signIn(code), user, expiresAt: expiresAt.toISOString() };
      return reply.code(201).send(answer);
    },
  );

  /** Whose keys or sessions a list has: undefined, everyone's. @throws {Problem} `forbidden` */
  function whose(asked: FastifyRequest, named: string | undefined): string | undefined {
    const { name, user, rights: own } = requirePrincipal(asked);
    if (own.has('administer') || named === user) return named;
    if (named === undefined) return user;
    throw new Problem('forbidden', `${name} can list only their own keys and sessions.`);
  }

  function isMine(asked: FastifyRequest, { user }: { user: string }): boolean {
    const principal = requirePrincipal(asked);
    return principal.user === user || principal.rights.has('administer');
  }

  async function note(
    asked: FastifyRequest,
    action: AccessAction,
    target: string,
    detail: JsonObject = {},
  ): Promise<void> {
    const by = requirePrincipal(asked).name;
    await accessLog.add({ by, action, target, detail, address: asked.ip });
  }
};

/**
 * Who else than a user may open a link that is made for them; null where nobody. Who has the installation's key can do
 * everything in any case: such a link is how people come in who have no other way.
 */
function mayUseToo(principal: Principal, user: string): string | null {
  const { name, madeBy, credential } = principal;
  if (madeBy !== null || credential.kind === 'installation key') return madeBy;
  return user === principal.user ? null : name;
}

function notFound(what: string, id: string, path: string): Problem {
  return new Problem('not-found', `${what} ${id} not found.`, undefined, {
    help: { request: `GET /api/v1${path}`, does: 'lists them' },
  });
}
