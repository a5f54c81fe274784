import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import { Settings, Check } from 'lucide-react';
import { useState, useId } from 'react';
import type { NotificationView } from '../../../../contracts/api/index.ts';
import { markAllRead, markRead } from '../../api/notifications.ts';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonCards } from '../../components/layout/skeleton.tsx';
import { notificationsSearchOf } from './notifications-search.ts';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { texts } from './texts.ts';
import { toast } from 'sonner';
import { StatusBadge } from '../../components/runs/status.tsx';
import { Ago } from '../../components/values/time.tsx';
import { DeliveryList } from './delivery-list.tsx';

const isOnItsWay = ({ items }: { items: NotificationView[] }) =>
  items.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending'));

/** What has ended and what waits for a person, newest first, and how it left Baton. */
export function NotificationsPage() {
  const filter = useSearch({ from: '/notifications' });
  const navigate = useNavigate({ from: '/notifications' });
  const everyMs = useListInterval(5_000);
  const { all, ...rest } = filter;
  const query = useInfiniteQuery({
    ...queries.notifications({ ...rest, ...(!all && { attention: 'true' as const }) }),
    // No stream tells of deliveries: what is on its way is asked for.
    refetchInterval: ({ state }) => (state.data?.pages.some(isOnItsWay) ? 2_000 : everyMs),
  });
  const readAll = useMutation({ mutationFn: markAllRead });
  const [isSetting, setIsSetting] = useState(false);
  return (
    <>
      <PageHeader title={texts.page.title}>
        {(['unread', 'all'] as const).map((name) => (
          <label key={name} className="flex min-h-8 items-center gap-2 text-muted max-md:min-h-11">
            <input
              type="checkbox"
              checked={filter[name] === 'true'}
              onChange={({ target }) =>
                void navigate({
                  search: notificationsSearchOf({ ...filter, [name]: target.checked }),
                })
              }
            />
            {texts.page[name]}
          </label>
        ))}
        <Button
          className="max-md:min-h-11 max-md:px-2"
          disabled={readAll.isPending || !query.data?.pages[0]?.unread}
          onClick={() => readAll.mutate()}
        >
          {texts.page.markAllRead}
        </Button>
        <Button
          className="max-md:min-h-11 max-md:px-3"
          onClick={() => setIsSetting(true)}
          title={texts.page.settings}
        >
          <Settings aria-hidden className="size-3.5" />
          <span className="max-md:sr-only">{texts.page.settings}</span>
        </Button>
      </PageHeader>
      <div className="px-5 pb-8">
        {readAll.error && (
          <p role="alert" className="pb-3 text-bad">
            {readAll.error.message}
          </p>
        )}
        <Loaded query={query} skeleton={<SkeletonCards />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0) {
              return (
                <EmptyState
                  title={
                    filter.unread ? texts.page.allRead : all ? texts.page.empty : texts.page.calm
                  }
                >
                  <p className="text-muted">{all ? texts.page.emptyNote : texts.page.calmNote}</p>
                </EmptyState>
              );
            }
            return (
              <ul
                aria-label={texts.page.title}
                className="max-w-4xl divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
              >
                {items.map((notification) => (
                  <li key={notification.id}>
                    <NotificationCard notification={notification} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        <MoreButton query={query} title={texts.page.older} />
      </div>
      {isSetting && <SettingsDialog onClose={() => setIsSetting(false)} />}
    </>
  );
}

/** What a user is told, where it leads, and whether anybody has read it. */
function NotificationCard({ notification }: { notification: NotificationView }) {
  const { id, title, text, status, user, runId, createdAt, readAt } = notification;
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
            {runId === null ? (
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
          {status && <StatusBadge status={status} />}
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
