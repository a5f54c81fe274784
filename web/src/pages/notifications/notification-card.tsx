import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { toast } from '../../components/notices/toast.ts';
import type { NotificationView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { markRead } from '../../api/notifications.ts';
import { Button } from '../../components/controls/button.tsx';
import { LookBadge, StatusBadge } from '../../components/runs/status.tsx';
import { Ago } from '../../components/values/time.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { decisionLook, headingOf } from './decided.ts';
import { texts } from './texts.ts';

const costs = { by: 'pipeline', period: 'week' } as const;

/** What a user is told, where it leads, and whether anybody has read it. */
export function NotificationCard({ notification }: { notification: NotificationView }) {
  const { id, kind, text, status, decision, user, runId, createdAt, readAt } = notification;
  const title = headingOf(notification, useQuery(queries.me()).data?.user);
  const titleId = useId();
  const isUnread = readAt === null;
  const read = useMutation({
    mutationFn: () => markRead(id),
    onError: (error) => toast.error(error.message),
  });
  const markAsRead = () => {
    if (isUnread) read.mutate();
  };
  const heading = (
    <>
      {title}
      {isUnread && <span className="sr-only"> {texts.card.unread}</span>}
    </>
  );
  return (
    <article
      aria-labelledby={titleId}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 hover:bg-hover"
    >
      <span
        aria-hidden
        className={`mt-1.5 size-2 rounded-full ${isUnread ? 'bg-accent' : 'bg-transparent'}`}
      />
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={titleId} className={isUnread ? 'font-semibold' : ''}>
            {kind === 'health-alert' ? (
              <Link
                to="/costs"
                search={costs}
                onClick={markAsRead}
                className="rounded hover:underline"
              >
                {heading}
              </Link>
            ) : runId === null ? (
              heading
            ) : (
              <Link
                to="/runs/$runId"
                params={{ runId }}
                onClick={markAsRead}
                className="rounded hover:underline"
              >
                {heading}
              </Link>
            )}
          </h2>
          {decision ? (
            <LookBadge look={decisionLook(decision)} />
          ) : (
            status && <StatusBadge status={status} />
          )}
        </div>
        {text && <p className="line-clamp-3 wrap-anywhere text-muted">{text}</p>}
        <DeliveryList notification={notification} />
      </div>
      <div className="flex flex-col items-end gap-1 self-start text-[12px] whitespace-nowrap text-muted md:flex-row md:items-center">
        <span>
          <span className="max-md:hidden">{user} · </span>
          <Ago instant={createdAt} />
        </span>
        {isUnread && (
          <Button
            look="quiet"
            disabled={read.isPending}
            onClick={markAsRead}
            title={texts.card.markRead}
            aria-label={texts.card.markReadNamed(title)}
            className="-mr-2 max-md:min-h-11 max-md:min-w-11 md:-my-1.5"
          >
            <Check aria-hidden className="size-4" />
          </Button>
        )}
      </div>
    </article>
  );
}
