import type { NotificationView } from '../../../../contracts/api/index.ts';
import { hasFailed, outcomeOf } from './outcomes.ts';
import type { Delivery } from './outcomes.ts';
import { texts } from './texts.ts';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../components/notices/toast.ts';
import type { Channel } from '../../../../contracts/runs/notify.ts';
import { sendAgain } from '../../api/notifications.ts';
import { Button } from '../../components/controls/button.tsx';

const channelTitles: Record<Delivery['channel'], string> = {
  webhook: texts.delivery.channels.webhook,
  email: texts.delivery.channels.email,
};

type DeliveryListProps = { notification: Pick<NotificationView, 'id' | 'title' | 'deliveries'> };

/** Where a notification could not be sent at once, with what became of it; what was given up can be sent again. */
export function DeliveryList({ notification }: DeliveryListProps) {
  const { id, title } = notification;
  const deliveries = notification.deliveries.filter(hasFailed);
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

/** Sends what was given up once more. @param what of, as a screen reader says it. */
function SendAgain({ id, channel, what }: { id: string; channel: Channel; what: string }) {
  const again = useMutation({
    mutationFn: () => sendAgain(id, channel),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      look="quiet"
      disabled={again.isPending}
      onClick={() => again.mutate()}
      aria-label={texts.delivery.resendNamed(what)}
      className="ml-1 !px-2 underline max-md:min-h-11 md:!min-h-6"
    >
      {texts.delivery.resend}
    </Button>
  );
}
