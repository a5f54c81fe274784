import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CheckCheck, Settings } from 'lucide-react';
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
import { groupsOf } from './groups.ts';
import { NotificationCard } from './notification-card.tsx';
import { NotificationGroupCard } from './group-card.tsx';
import { notificationsSearchOf } from './notifications-search.ts';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { texts } from './texts.ts';

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
        {/* On a phone one row, which scrolls where it has to. */}
        <div className="relative flex items-center gap-3 max-md:-mx-5 max-md:w-screen max-md:overflow-x-auto max-md:px-5 max-md:whitespace-nowrap">
          {(['unread', 'all'] as const).map((name) => (
            <label
              key={name}
              className="flex min-h-8 items-center gap-2 text-muted max-md:min-h-11"
            >
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
            className="max-md:min-h-11 max-md:px-3"
            title={texts.page.markAllRead}
            disabled={readAll.isPending || !query.data?.pages[0]?.unread}
            onClick={() => readAll.mutate()}
          >
            <CheckCheck aria-hidden className="size-4 md:hidden" />
            <span className="max-md:sr-only">{texts.page.markAllRead}</span>
          </Button>
          <Button
            className="max-md:min-h-11 max-md:px-3"
            onClick={() => setIsSetting(true)}
            title={texts.page.settings}
          >
            <Settings aria-hidden className="size-3.5" />
            <span className="max-md:sr-only">{texts.page.settings}</span>
          </Button>
        </div>
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
                {groupsOf(items).map((group) => (
                  <li key={group.first.id}>
                    {group.items.length === 1 ? (
                      <NotificationCard notification={group.first} />
                    ) : (
                      <NotificationGroupCard group={group} />
                    )}
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
