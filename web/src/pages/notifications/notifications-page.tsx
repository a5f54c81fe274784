import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import type { NotificationView } from '../../../../contracts/api/index.ts';
import { markAllRead } from '../../api/notifications.ts';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonCards } from '../../components/layout/skeleton.tsx';
import { NotificationCard } from './notification-card.tsx';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { texts } from './texts.ts';

const isOnItsWay = ({ items }: { items: NotificationView[] }) =>
  items.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending'));

/** What has ended and what waits for a person, newest first, and how it left Baton. */
export function NotificationsPage() {
  const filter = useSearch({ from: '/notifications' });
  const navigate = useNavigate({ from: '/notifications' });
  const everyMs = useListInterval(5_000);
  const query = useInfiniteQuery({
    ...queries.notifications(filter),
    // No stream tells of deliveries: what is on its way is asked for.
    refetchInterval: ({ state }) => (state.data?.pages.some(isOnItsWay) ? 2_000 : everyMs),
  });
  const readAll = useMutation({ mutationFn: markAllRead });
  const [isSetting, setIsSetting] = useState(false);
  return (
    <>
      <PageHeader title={texts.page.title}>
        <label className="flex min-h-8 items-center gap-2 text-muted max-md:min-h-11">
          <input
            type="checkbox"
            checked={filter.unread === 'true'}
            onChange={({ target }) =>
              void navigate({ search: target.checked ? { unread: 'true' } : {} })
            }
          />
          {texts.page.unreadOnly}
        </label>
        <Button
          className="max-md:min-h-11"
          disabled={readAll.isPending || !query.data?.pages[0]?.unread}
          onClick={() => readAll.mutate()}
        >
          {texts.page.markAllRead}
        </Button>
        <Button className="max-md:min-h-11" onClick={() => setIsSetting(true)}>
          <Settings aria-hidden className="size-3.5" />
          {texts.page.settings}
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
                <EmptyState title={filter.unread ? texts.page.allRead : texts.page.empty}>
                  <p className="text-muted">{texts.page.emptyNote}</p>
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
