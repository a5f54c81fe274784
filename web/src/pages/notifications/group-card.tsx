import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { toast } from '../../components/notices/toast.ts';
import { markAllRead } from '../../api/notifications.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { LookBadge, StatusBadge } from '../../components/runs/status.tsx';
import { Ago } from '../../components/values/time.tsx';
import { decisionLook, headingOf } from './decided.ts';
import { groupTitle } from './group-title.ts';
import type { NotificationGroup } from './groups.ts';
import { NotificationCard } from './notification-card.tsx';
import { texts } from './texts.ts';

/** Several notifications of the same in one line, each of which can be shown. */
export function NotificationGroupCard({ group: { first, items } }: { group: NotificationGroup }) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const unread = items.filter(({ readAt }) => readAt === null).map(({ id }) => id);
  const reader = useQuery(queries.me()).data?.user;
  const users = items.map(({ user }) => user);
  const isWait = first.kind === 'run-waiting';
  const title = isWait ? headingOf(first, reader, users) : groupTitle(first, items.length);
  const read = useMutation({
    mutationFn: () => markAllRead(unread),
    onError: (error) => toast.error(error.message),
  });
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section aria-labelledby={titleId}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 hover:bg-hover">
        <span
          aria-hidden
          className={`mt-1.5 size-2 rounded-full ${unread.length > 0 ? 'bg-accent' : 'bg-transparent'}`}
        />
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 id={titleId} className={unread.length > 0 ? 'font-semibold' : ''}>
              {isWait && first.runId !== null ? (
                <Link
                  to="/runs/$runId"
                  params={{ runId: first.runId }}
                  className="rounded hover:underline"
                >
                  {title}
                </Link>
              ) : (
                title
              )}
              {unread.length > 0 && (
                <span className="sr-only"> {texts.group.unread(unread.length)}</span>
              )}
            </h2>
            {first.decision ? (
              <LookBadge look={decisionLook(first.decision)} />
            ) : (
              first.status && <StatusBadge status={first.status} />
            )}
          </div>
          {first.text && first.status !== 'completed' && (
            <p className="line-clamp-1 wrap-anywhere text-muted">{first.text}</p>
          )}
          <Button
            look="quiet"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="-ml-2 max-md:min-h-11"
          >
            <Chevron aria-hidden className="size-3.5" />
            {isOpen ? texts.group.hide : texts.group.show}
            <span className="sr-only">: {title}</span>
          </Button>
        </div>
        <div className="flex flex-col items-end gap-1 self-start text-[12px] whitespace-nowrap text-muted md:flex-row md:items-center">
          <span>
            {!isWait && <span className="max-md:hidden">{first.user} · </span>}
            <Ago instant={first.createdAt} />
          </span>
          {unread.length > 0 && (
            <Button
              look="quiet"
              disabled={read.isPending}
              onClick={() => read.mutate()}
              title={texts.card.markRead}
              aria-label={texts.card.markReadNamed(title)}
              className="-mr-2 max-md:min-h-11 max-md:min-w-11 md:-my-1.5"
            >
              <Check aria-hidden className="size-4" />
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <ul className="divide-y divide-line border-t border-line pl-4">
          {items.map((notification) => (
            <li key={notification.id}>
              <NotificationCard notification={notification} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
