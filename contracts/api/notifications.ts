import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { channels, channelsSchema, deliveryStatuses, notificationKinds } from '../runs/notify.ts';
import { runKinds, runStatuses } from '../runs/run.ts';
import { approvalStatuses } from './approvals.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { booleanQuery, instantSchema, pageQuery } from './values.ts';

const deliverySchema = z
  .object({
    id: z.string().describe('The same on every attempt, so that receivers can detect repeats'),
    channel: z.enum(channels),
    target: z.string(),
    status: z.enum(deliveryStatuses),
    endedAt: instantSchema.nullable(),
    attempts: z.array(
      z.object({
        attempt: z.number().int(),
        startedAt: instantSchema,
        endedAt: instantSchema
          .nullable()
          .describe('Null while the attempt is in progress, or if its outcome was lost'),
        code: z.string().nullable().describe('The response of the receiver'),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Delivery' });

export const notificationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(notificationKinds),
    user: z.string(),
    runId: z.string().nullable().describe('Null if it is not about a run, such as an alert'),
    run: z
      .object({
        kind: z.enum(runKinds),
        pipeline: z.string(),
        title: z.string().nullable(),
        agent: z.string().nullable(),
      })
      .nullable()
      .describe('What ran: notifications of the same can be shown as one'),
    status: z.enum(runStatuses).nullable().describe('The status of the run at that time'),
    decision: z
      .object({
        status: z.enum(approvalStatuses).exclude(['pending']),
        by: z.string().nullable().describe('Null if nobody decided'),
      })
      .nullable()
      .describe('How the decision that it asks for was made; null while it is open, or if none'),
    title: z.string(),
    text: z.string().describe('Why a run failed, the decision to make, or the task'),
    createdAt: instantSchema,
    readAt: instantSchema.nullable(),
    deliveries: z.array(deliverySchema).describe('Its deliveries'),
  })
  .meta({ id: 'Notification' });
export type NotificationView = z.infer<typeof notificationSchema>;

const userQuery = {
  user: acting(
    userNameSchema
      .optional()
      .describe('Default: every user, or yourself if you cannot act for others'),
    'own or all',
  ),
};

export const notificationListQuery = z.object({
  ...pageQuery,
  ...userQuery,
  unread: booleanQuery.optional().describe('Only unread notifications'),
  attention: booleanQuery
    .optional()
    .describe(
      'Only what needs somebody: failures, decisions to make and alerts, without runs that completed or were cancelled; `unread` counts these alone',
    ),
});
export const notificationListSchema = z
  .object({
    items: z.array(notificationSchema),
    nextCursor: z.string().nullable(),
    unread: z.number().int().describe('How many are unread, on every page'),
  })
  .meta({ id: 'NotificationList' });

/** Strict: a mistyped field would mark what everyone has. */
export const readAllQuery = z.strictObject(userQuery);
export const readAllBody = z
  .strictObject({
    ids: z.array(z.string().min(1)).min(1).max(500).optional().describe('Only these'),
    run: z
      .strictObject({
        id: z.string().min(1),
        status: z.enum(runStatuses).describe('As you saw it: before its end, its end stays unread'),
      })
      .optional()
      .describe('Only those about a run that you have looked at'),
  })
  .meta({ id: 'ReadNotificationsRequest' });
export const readAllSchema = z
  .object({ read: z.number().int().describe('How many were marked') })
  .meta({ id: 'ReadNotifications' });

export const notificationSettingsQuery = z.object({
  user: acting(userNameSchema.default(usualUser)),
});
export const notificationSettingsSchema = channelsSchema.meta({ id: 'NotificationSettings' });
export const notificationSettingsViewSchema = channelsSchema
  .extend({
    missing: z
      .partialRecord(z.enum(channels), z.string())
      .describe('If a channel is not available: what to set up'),
    decisionLinks: z
      .boolean()
      .describe(
        'Whether links to decide with are sent there: only where the user set the addresses in person, or the installation key did',
      ),
  })
  .meta({ id: 'NotificationSettingsView' });
