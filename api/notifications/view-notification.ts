import type { NotificationView } from '../../contracts/api/index.ts';
import type {
  notificationRepository,
  NotificationRow,
} from '../../db/repositories/notifications/notifications.ts';

type Deliveries = Awaited<ReturnType<ReturnType<typeof notificationRepository>['deliveriesOf']>>;

/** A notification, with how it left Baton. */
export function viewNotification(row: NotificationRow, deliveries: Deliveries): NotificationView {
  const { id, kind, user, runId, status, title, text } = row;
  return {
    id,
    kind,
    user,
    runId,
    status,
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
