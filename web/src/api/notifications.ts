import type { z } from 'zod';
import type {
  NotificationView,
  notificationSettingsViewSchema,
  RunView,
} from '../../../contracts/api/index.ts';
import type { Channel, Channels } from '../../../contracts/runs/notify.ts';
import { search } from './queries/list.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

/** Where a user is told beside in the app, and what keeps a channel from being used. */
export type NotificationSettings = z.infer<typeof notificationSettingsViewSchema>;

const pathOf = (id: string) => `/api/v1/notifications/${encodeURIComponent(id)}`;

async function refreshed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  void queryClient.invalidateQueries({ queryKey: ['notifications'] });
  return given;
}

export function markRead(id: string): Promise<NotificationView> {
  return refreshed(request<NotificationView>(`${pathOf(id)}/read`, { method: 'POST' }));
}

/** Sends a notification once more by a channel. @throws {ApiProblem} 409 while it is on its way. */
export async function sendAgain(id: string, channel: Channel): Promise<NotificationView> {
  const path = `${pathOf(id)}/deliveries/${channel}/retry`;
  try {
    return await request<NotificationView>(path, { method: 'POST' });
  } finally {
    // Refused, it is not as it was shown.
    void queryClient.invalidateQueries({ queryKey: ['notifications'] });
  }
}

/** @param ids only these; left out, all. */
export function markAllRead(ids?: string[]): Promise<{ read: number }> {
  const body = ids && { ids };
  return refreshed(
    request<{ read: number }>('/api/v1/notifications/read', {
      method: 'POST',
      ...(body && { body }),
    }),
  );
}

/** Marks what a user was told of a run that they look at. @param run.status as it is shown. */
export function markRunRead(
  user: string,
  { id, status }: Pick<RunView, 'id' | 'status'>,
): Promise<{ read: number }> {
  const path = `/api/v1/notifications/read${search({ user })}`;
  return refreshed(
    request<{ read: number }>(path, { method: 'POST', body: { run: { id, status } } }),
  );
}

/** Says where a user is told beside in the app. @throws {ApiProblem} 422 for what is no address, or not allowed. */
export async function saveNotificationSettings(
  user: string,
  channels: Channels,
): Promise<NotificationSettings> {
  const path = `/api/v1/notifications/settings?user=${encodeURIComponent(user)}`;
  return refreshed(request<NotificationSettings>(path, { method: 'PUT', body: channels }));
}
