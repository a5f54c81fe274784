import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  patchUserSchema,
  putUserSchema,
  userListQuery,
  userListSchema,
  userParams,
  userSchema,
} from '../../contracts/api/index.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import { switchesIn, switchFields } from '../../contracts/tools/switches.ts';
import { requirePrincipal } from '../access/principal.ts';
import type { Principal } from '../access/principal.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { requireTools } from '../catalog/require-tools.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';
import type { UserView } from '../../contracts/api/index.ts';
import { isSetFor, userTermsOf } from '../../db/repositories/catalog/users.ts';
import type { UserChange, UserRow } from '../../db/repositories/catalog/users.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';
import { changeUser } from './change-user.ts';

const tags = ['users'];

/** What single users may do with tools. */
export const userRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { users } = services;

  app.get(
    '/users',
    {
      schema: {
        tags,
        summary: 'List users who have their own settings, by name',
        querystring: userListQuery,
        response: { 200: userListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit } }) => {
      const published = await publishedCatalog(services);
      const after = cursor === undefined ? undefined : nameIn(cursor);
      const rows = await users.list({ after, limit: limit + 1 });
      return pageOf(
        rows,
        limit,
        ({ id, changedAt }) => ({ at: changedAt, id: encodeURIComponent(id) }),
        (row) => viewUser(row.id, row, published),
      );
    },
  );

  app.get(
    '/users/:id',
    {
      schema: {
        tags,
        summary: 'Get the tool permissions of a user',
        description: 'A user without own settings has the default settings.',
        params: userParams,
        response: { 200: userSchema, ...problems },
      },
    },
    async ({ params: { id } }) => {
      const published = await publishedCatalog(services);
      return viewUser(id, await users.get(id), published);
    },
  );

  app.put(
    '/users/:id',
    {
      schema: {
        tags,
        summary: 'Replace the tool permissions of a user',
        description:
          'Replaces all settings of the user; omitted fields use the defaults. Applies to calls ' +
          'with a side effect at once, to others within a second, also in runs in progress.',
        params: userParams,
        body: putUserSchema,
        response: { 200: userSchema, ...problems },
      },
    },
    async (asked) => {
      const { body } = asked;
      const published = await publishedCatalog(services);
      const known = published.tools.map((tool) => tool.name);
      requireTools(known, 'allowedTools', body.allowedTools ?? []);
      requireTools(known, 'deniedTools', body.deniedTools);
      const { plan, allowedTools, deniedTools, roles, groups, actsForOthers } = body;
      const settings = { plan, switches: switchesIn(body), allowedTools, deniedTools };
      return store(asked, { ...settings, roles, groups, actsForOthers });
    },
  );

  app.patch(
    '/users/:id',
    {
      schema: {
        tags,
        summary: 'Update some tool permissions of a user',
        description:
          'A JSON merge patch: omitted fields stay as they are, null removes the setting of the user. Lists are ' +
          'replaced as a whole. Applies to calls with a side effect at once, to others within a second.',
        params: userParams,
        body: patchUserSchema,
        response: { 200: userSchema, ...problems },
      },
    },
    async (asked) => {
      const {
        params: { id },
        body,
      } = asked;
      const published = await publishedCatalog(services);
      const { plan, allowedTools, deniedTools, roles, groups, actsForOthers } = body;
      const changed = switchesIn(body);
      const change = {
        ...(plan !== undefined && { plan }),
        ...(Object.keys(changed).length > 0 && { switches: changed }),
        ...(allowedTools !== undefined && { allowedTools }),
        ...(deniedTools !== undefined && { deniedTools: deniedTools ?? [] }),
        ...(roles !== undefined && { roles }),
        ...(groups !== undefined && { groups }),
        ...(actsForOthers !== undefined && { actsForOthers }),
      };
      const known = published.tools.map((tool) => tool.name);
      requireTools(known, 'allowedTools', change.allowedTools ?? []);
      requireTools(known, 'deniedTools', change.deniedTools ?? []);
      const isChange = Object.keys(change).length > 0;
      if (isChange) return store(asked, change);
      return viewUser(id, await users.get(id), published);
    },
  );

  async function store(
    asked: FastifyRequest & { params: { id: string } },
    change: UserChange,
  ): Promise<UserView> {
    const { id } = asked.params;
    const principal = requirePrincipal(asked);
    requireInPerson(principal, change);
    const by = principal.name;
    const row = await changeUser(services, id, change, { by, address: asked.ip });
    return viewUser(id, row, await publishedCatalog(services));
  }
};

/** A key would make what outlives it: roles, and the right to act for others. */
function requireInPerson({ isByKey }: Principal, { roles, actsForOthers }: UserChange): void {
  if (!isByKey || (roles === undefined && actsForOthers === undefined)) return;
  throw new Problem(
    'forbidden',
    'To change roles and who can act for others, sign in with a link or use the installation key.',
  );
}

function nameIn(cursor: string): string {
  return decodeURIComponent(decodeCursor(cursor).id);
}

/** A user as the API shows it, with what holds where nothing is set. */
function viewUser(
  id: string,
  row: UserRow | undefined,
  published: Pick<PublishedCatalog, 'plan' | 'switches'>,
): UserView {
  const { allowedTools, deniedTools, plan, switches: on } = userTermsOf(row, published);
  return {
    id,
    plan,
    ...switchFields(({ name }) => on[name] ?? false),
    allowedTools: allowedTools && [...allowedTools],
    deniedTools: [...deniedTools],
    roles: id === usualUser ? ['admin'] : (row?.roles ?? []),
    groups: row?.groups ?? [],
    actsForOthers: id === usualUser || (row?.actsForOthers ?? false),
    own:
      row && isSetFor(row)
        ? {
            plan: row.plan,
            ...switchFields(({ name }) => row.switches[name] ?? null),
            allowedTools: row.allowedTools,
            deniedTools: row.deniedTools,
          }
        : null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}
