import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { notificationListSchema } from '../../../../contracts/api/index.ts';
import type { NotificationSettings } from '../notifications.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** What people are told. */
export const notificationQueries = {
  /** What has ended and what waits for a person: the pages that were asked for so far. */
  notifications: (filter: { unread?: 'true'; user?: string } = {}) =>
    pages<z.infer<typeof notificationListSchema>>(
      ['notifications', filter],
      `/api/v1/notifications${search(filter)}`,
    ),
  /** How many notifications are unread. */
  unread: () =>
    queryOptions({
      queryKey: ['notifications', 'unread'],
      queryFn: async () => {
        const path = '/api/v1/notifications?unread=true&limit=1';
        return (await request<z.infer<typeof notificationListSchema>>(path)).unread;
      },
    }),
  /** Where a user is told beside in the app, and what keeps a channel from being used. */
  notificationSettings: (user: string) =>
    queryOptions({
      queryKey: ['notifications', 'settings', user],
      queryFn: () =>
        request<NotificationSettings>(`/api/v1/notifications/settings${search({ user })}`),
    }),
};
