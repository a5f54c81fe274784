import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  notificationListQuery,
  notificationListSchema,
  notificationSchema,
  notificationSettingsQuery,
  notificationSettingsSchema,
  notificationSettingsViewSchema,
  readAllBody,
  readAllQuery,
  readAllSchema,
} from '../../contracts/api/index.ts';
import { channels } from '../../contracts/runs/notify.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import { requirePublicTargets } from './require-public-targets.ts';
import { isInPerson, requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';
import type { NotificationView } from '../../contracts/api/index.ts';
import type {
  notificationRepository,
  NotificationRow,
} from '../../db/repositories/notifications/notifications.ts';

const params = z.object({ id: z.string() });
const deliveryParams = z.object({ id: z.string(), channel: z.enum(channels) });

/** What users are told in the app, and where they are told besides. */
export const notificationRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { deliveries, notifications, notificationSettings } = services;

  app.get(
    '/notifications',
    {
      schema: {
        tags: ['notifications'],
        summary: 'List notifications of ended runs and pending approvals, newest first',
        querystring: notificationListQuery,
        response: { 200: notificationListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit, ...filter } }) => {
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      const after = position && { createdAt: position.at, id: position.id };
      const [rows, unread] = await Promise.all([
        notifications.list({ ...filter, after, limit: limit + 1 }),
        notifications.countUnread(filter),
      ]);
      const sent = await notifications.deliveriesOf(rows.map(({ id }) => id));
      const page = pageOf(
        rows,
        limit,
        ({ createdAt, id }) => ({ at: createdAt, id }),
        (row) => viewNotification(row, sent),
      );
      return { ...page, unread };
    },
  );

  app.post(
    '/notifications/:id/read',
    {
      schema: {
        tags: ['notifications'],
        summary: 'Mark a notification as read',
        params,
        response: { 200: notificationSchema, ...problems },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      await requireMine(asked, id);
      const row = await notifications.markRead(id);
      if (row) return viewNotification(row, await notifications.deliveriesOf([id]));
      throw new Problem('not-found', `Notification ${id} not found.`);
    },
  );

  app.post(
    '/notifications/:id/deliveries/:channel/retry',
    {
      config: { right: 'operate' },
      schema: {
        tags: ['notifications'],
        summary: 'Send a notification again through a channel',
        description:
          'For a delivery that Baton gave up, or that the receiver lost. It keeps its id, so that a ' +
          'receiver can detect a repeat; earlier attempts stay on record.',
        params: deliveryParams,
        response: { 202: notificationSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { id, channel } = asked.params;
      await requireMine(asked, id);
      const again = await deliveries.sendAgain(id, channel);
      const row = await notifications.get(id);
      const sent = await notifications.deliveriesOf([id]);
      const known = sent.get(id)?.find((delivery) => delivery.channel === channel);
      if (!row || !known) {
        throw new Problem('not-found', `Notification ${id} has no delivery through ${channel}.`);
      }
      if (!again) {
        throw new Problem(
          'conflict',
          `Delivery ${known.id} is still pending; Baton retries it automatically.`,
        );
      }
      reply.code(202);
      return viewNotification(row, sent);
    },
  );

  /** @throws {Problem} `not-found`, also for what is another's. */
  async function requireMine(asked: FastifyRequest, id: string): Promise<void> {
    const { user, actsForOthers } = requirePrincipal(asked);
    const row = await notifications.get(id);
    if (!row || (row.user !== user && !actsForOthers)) {
      throw new Problem('not-found', `Notification ${id} not found.`);
    }
  }

  app.post(
    '/notifications/read',
    {
      schema: {
        tags: ['notifications'],
        summary: 'Mark all notifications as read, or some of them',
        querystring: readAllQuery,
        body: readAllBody.nullish(),
        response: { 200: readAllSchema, ...problems },
      },
    },
    async ({ query: { user }, body }) => ({
      read: await notifications.markAllRead(user, body ?? {}),
    }),
  );

  app.get(
    '/notifications/settings',
    {
      schema: {
        tags: ['notifications'],
        summary: 'Get the notification settings of a user',
        querystring: notificationSettingsQuery,
        response: { 200: notificationSettingsViewSchema, ...problems },
      },
    },
    async ({ query: { user } }) => viewSettings(user),
  );

  app.put(
    '/notifications/settings',
    {
      // Addresses of webhooks may hold secrets.
      config: { audit: { action: 'settings.changed' } },
      schema: {
        tags: ['notifications'],
        summary: 'Set the notification settings of a user',
        description:
          'Omitted fields use the settings for everyone: BATON_WEBHOOK_URL and BATON_MAIL_TO of the workers. A webhook ' +
          "to an address in the workers' own network is refused; `missing` says why a channel cannot be used.",
        querystring: notificationSettingsQuery,
        body: notificationSettingsSchema,
        response: { 200: notificationSettingsViewSchema, ...problems },
      },
    },
    async (asked) => {
      const { user } = asked.query;
      await requirePublicTargets(services, asked.body, { path: 'webhook' });
      await notificationSettings.put(user, asked.body, {
        own: isInPerson(requirePrincipal(asked), user),
      });
      return viewSettings(user);
    },
  );

  /** Where a user is told, with what keeps the channels from being used. */
  async function viewSettings(user: string) {
    const states = await notificationSettings.channels();
    const missing = Object.fromEntries(
      channels.flatMap((channel) => {
        const toDo = states[channel]?.missing;
        return toDo ? [[channel, toDo]] : [];
      }),
    );
    const decisionLinks = await notificationSettings.isOwn(user);
    return { ...(await notificationSettings.get(user)), missing, decisionLinks };
  }
};

type Deliveries = Awaited<ReturnType<ReturnType<typeof notificationRepository>['deliveriesOf']>>;

/** A notification, with how it left Baton. */
function viewNotification(row: NotificationRow, deliveries: Deliveries): NotificationView {
  const { id, kind, user, runId, run, status, approval, title, text } = row;
  return {
    id,
    kind,
    user,
    runId,
    run,
    status,
    decision:
      approval === null || approval.status === 'pending'
        ? null
        : { status: approval.status, by: approval.decidedBy },
    title,
    text,
    createdAt: row.createdAt.toISOString(),
    readAt: instant(row.readAt),
    deliveries: (deliveries.get(id) ?? []).map(({ attempts, ...delivery }) => ({
      id: delivery.id,
      channel: delivery.channel,
      target: delivery.target,
      status: delivery.status,
      endedAt: instant(delivery.endedAt),
      attempts: attempts.map(({ attempt, startedAt, endedAt, code, error }) => ({
        attempt,
        startedAt: startedAt.toISOString(),
        endedAt: instant(endedAt),
        code,
        error,
      })),
    })),
  };
}

function instant(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
