import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  firingListQuery,
  firingListSchema,
  firingSchema,
  idempotencyHeaders,
  newSecretSchema,
  triggerSecretSchema,
  triggerListQuery,
  triggerListSchema,
  triggerSchema,
} from '../../contracts/api/index.ts';
import { newSecret } from '../../db/repositories/access/secrets.ts';
import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import { requirePrincipal } from '../access/principal.ts';
import type { Principal } from '../access/principal.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { fireNow, firingKey, requireTrigger } from './fire-now.ts';
import { viewFiring, viewTriggers } from './view-trigger.ts';

const params = z.object({ id: z.string() });
/** What secrets of webhooks begin with. */
const secretPrefix = 'hook_';

/** The triggers of stored pipelines, and their history. */
export const triggerRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { triggers, firings } = services;

  async function view(row: TriggerRow) {
    const [viewed] = await viewTriggers(services, [row]);
    return viewed!;
  }

  app.get(
    '/triggers',
    {
      schema: {
        tags: ['triggers'],
        summary: 'List the triggers of the stored pipelines',
        querystring: triggerListQuery,
        response: { 200: triggerListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit, ...filter } }) => {
      const after = cursor === undefined ? undefined : decodeCursor(cursor).id;
      const rows = await triggers.list({ ...filter, after, limit: limit + 1 });
      const page = pageOf(
        rows,
        limit,
        ({ createdAt: at, id }) => ({ at, id }),
        (row) => row,
      );
      return { ...page, items: await viewTriggers(services, page.items) };
    },
  );

  app.get(
    '/triggers/:id',
    {
      schema: {
        tags: ['triggers'],
        summary: 'Get a trigger with its next times and the last time that it fired',
        params,
        response: { 200: triggerSchema, ...problems },
      },
    },
    async ({ params: { id } }) => view(await requireTrigger(services, id)),
  );

  app.get(
    '/triggers/:id/firings',
    {
      schema: {
        tags: ['triggers'],
        summary: 'List the firings of a trigger with their outcome, newest first',
        params,
        querystring: firingListQuery,
        response: { 200: firingListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { cursor, limit } }) => {
      await requireTrigger(services, id);
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      const after = position && { createdAt: position.at, id: position.id };
      const rows = await firings.list(id, { after, limit: limit + 1 });
      const placeOf = (row: (typeof rows)[number]) => ({ at: row.createdAt, id: row.id });
      return pageOf(rows, limit, placeOf, viewFiring);
    },
  );

  app.post(
    '/triggers/:id/pause',
    {
      config: { audit: { action: 'settings.changed' } },
      schema: {
        tags: ['triggers'],
        summary: 'Pause a trigger: it does not fire until it is resumed',
        params,
        response: { 200: triggerSchema, ...problems },
      },
    },
    async (asked) => {
      const row = await requireTrigger(services, asked.params.id);
      if (row.pausedAt !== null) return view(row);
      return view((await triggers.pause(row.id, requirePrincipal(asked).name)) ?? row);
    },
  );

  app.post(
    '/triggers/:id/resume',
    {
      config: { audit: { action: 'settings.changed' } },
      schema: {
        tags: ['triggers'],
        summary: 'Resume a trigger',
        description:
          'A trigger that ships with Baton acts for the user who resumes it first. Other triggers act for the user who ' +
          'stored the pipeline; only this user and admins can resume them.',
        params,
        response: { 200: triggerSchema, ...problems },
      },
    },
    async (asked) => {
      const principal = requirePrincipal(asked);
      const row = await requireTrigger(services, asked.params.id);
      requireOwner(principal, row);
      if (row.pausedAt === null) return view(row);
      const { user, name } = principal;
      const owner = row.user === null ? { user, name } : null;
      return view((await triggers.resume(row.id, owner)) ?? row);
    },
  );

  app.post(
    '/triggers/:id/fire',
    {
      schema: {
        tags: ['triggers'],
        summary: 'Fire a trigger now, even if it is paused',
        description:
          'Returns the firing. Its run starts at once unless the overlap policy says otherwise: see `status` and ' +
          '`reason`. A request sent again with the same Idempotency-Key fires the trigger only once.',
        params,
        headers: idempotencyHeaders,
        response: { 202: firingSchema, ...problems },
      },
    },
    async (request, reply) => {
      const principal = requirePrincipal(request);
      const trigger = await requireTrigger(services, request.params.id);
      requireOwner(principal, trigger);
      if (trigger.user === null) {
        throw new Problem(
          'conflict',
          `${trigger.id} has no user to act for yet. Resume it first: it then acts for you.`,
        );
      }
      reply.code(202);
      const firing = await fireNow(services, {
        trigger: trigger.id,
        key: firingKey('manual', request.headers['idempotency-key']),
        kind: 'manual',
        at: new Date(),
        by: principal.name,
        event: {},
      });
      return viewFiring(firing);
    },
  );

  app.post(
    '/triggers/:id/secret',
    {
      config: { audit: { action: 'key.created', tells: ['keepOldMinutes'] } },
      schema: {
        tags: ['triggers'],
        summary: 'Create a new secret for a webhook. Only this answer contains it',
        params,
        body: newSecretSchema,
        response: { 201: triggerSecretSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const row = await requireTrigger(services, asked.params.id);
      requireOwner(requirePrincipal(asked), row);
      const { definition } = row;
      if (definition.kind !== 'webhook') {
        throw new Problem('conflict', `${row.id} is not a webhook, so it has no secret.`);
      }
      const secret = `${secretPrefix}${newSecret()}`;
      const { keepOldMinutes } = asked.body;
      await triggers.renewSecret(row.id, secret, keepOldMinutes * 60_000);
      reply.code(201);
      return { secret, url: services.links.hook(row.id), auth: definition.auth };
    },
  );
};

/**
 * Keeps people from having runs start in the name of others.
 * @throws {Problem} `forbidden`
 */
function requireOwner(principal: Principal, { id, user, publishedBy }: TriggerRow): void {
  const { name, actsForOthers, rights } = principal;
  if (user === null || user === principal.user || actsForOthers || rights.has('administer')) return;
  throw new Problem(
    'forbidden',
    `${id} starts runs on behalf of ${publishedBy}. ${name} can pause it, or store the pipeline to have it act for ${name}.`,
  );
}
