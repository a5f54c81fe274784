import { createHash, randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  firingListQuery,
  firingListSchema,
  firingSchema,
  idempotencyHeaders,
  triggerListQuery,
  triggerListSchema,
  triggerSchema,
} from '../../contracts/api/index.ts';
import type { NewFiring } from '../../db/repositories/triggers/firings.ts';
import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import { requirePrincipal } from '../access/principal.ts';
import type { Principal } from '../access/principal.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { startFiring } from './start-firing.ts';
import { viewFiring, viewTriggers } from './view-trigger.ts';

const params = z.object({ id: z.string() });
/** So long is a firing left to the request that brought it. */
const ownMs = 5_000;

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
        summary: 'List when a trigger fired and what became of it, newest first',
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
          'One that ships with Baton starts its runs on behalf of who resumes it first. Others act for who stored the ' +
          'pipeline, who can resume them, as can admins.',
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
        summary: 'Fire a trigger now, also while it is paused',
        description:
          'The firing, whose run starts at once unless its overlap policy says otherwise: see `status` and `reason`. Sent again ' +
          'with the same Idempotency-Key, it fires once.',
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
        throw new Problem('conflict', `${trigger.id} acts for nobody yet. Resume it first.`);
      }
      reply.code(202);
      return fireNow(services, {
        trigger: trigger.id,
        key: `manual-${keyOf(request.headers['idempotency-key'])}`,
        kind: 'manual',
        at: new Date(),
        by: principal.name,
        event: {},
      });
    },
  );
};

/** Notes a firing and starts its run, where nothing stands in the way. @returns it as it is then. */
async function fireNow(services: Services, firing: NewFiring) {
  const { firings } = services;
  const noted = await firings.record({ ...firing, dueAt: new Date(Date.now() + ownMs) });
  if (noted.status === 'pending') await startFiring(services, noted);
  return viewFiring((await firings.get(noted.id)) ?? noted);
}

/** Keys are of any length and form. */
function keyOf(given: string | undefined): string {
  if (given === undefined) return randomUUID();
  return createHash('sha256').update(given).digest('hex').slice(0, 32);
}

/** @throws {Problem} `not-found` */
async function requireTrigger(
  { triggers }: Pick<Services, 'triggers'>,
  id: string,
): Promise<TriggerRow> {
  const row = await triggers.get(id);
  if (row) return row;
  const help = { request: 'GET /api/v1/triggers', does: 'lists the triggers' };
  throw new Problem('not-found', `Trigger ${id} not found.`, undefined, { help });
}

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
