import type { NotificationView } from '../../../../contracts/api/index.ts';
import { outcomeOf } from './outcomes.ts';
import type { Delivery } from './outcomes.ts';
import { SendAgain } from './send-again.tsx';
import { texts } from './texts.ts';

const channelTitles: Record<Delivery['channel'], string> = {
  webhook: texts.delivery.channels.webhook,
  email: texts.delivery.channels.email,
};

type DeliveryListProps = { notification: Pick<NotificationView, 'id' | 'title' | 'deliveries'> };

/** Where a notification was sent, with what became of it; what was given up can be sent again. */
export function DeliveryList({ notification: { id, title, deliveries } }: DeliveryListProps) {
  if (deliveries.length === 0) return null;
  return (
    <ul className="mt-1 text-[12px] text-muted">
      {deliveries.map((delivery) => {
        const { channel, target, status, attempts } = delivery;
        const outcome = outcomeOf(delivery);
        return (
          <li key={delivery.id} className="wrap-anywhere">
            {texts.delivery.to(channelTitles[channel], target)}{' '}
            <span className={outcome.colour}>{outcome.title}</span>
            {attempts.length > 1 && texts.delivery.attempts(attempts.length)}
            {outcome.error && ` · ${outcome.error}`}
            {status === 'failed' && (
              <SendAgain
                id={id}
                channel={channel}
                what={texts.delivery.by(title, channelTitles[channel].toLowerCase())}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
