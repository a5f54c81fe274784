import type { NotificationView } from '../../../../../contracts/api/index.ts';
import type { Channel } from '../../../../../contracts/runs/notify.ts';
import type { Delivery } from '../outcomes.ts';

/** What became of the latest delivery by each channel. @param notifications newest first. */
export function latestDeliveries(
  notifications: Pick<NotificationView, 'deliveries'>[],
): Partial<Record<Channel, Delivery>> {
  const all = notifications.flatMap(({ deliveries }) => deliveries);
  return Object.fromEntries(all.toReversed().map((delivery) => [delivery.channel, delivery]));
}
