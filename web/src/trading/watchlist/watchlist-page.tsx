import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { AlertButton } from './alert-button.tsx';
import { Alerts } from './alerts.tsx';
import { Watchlist } from './watchlist.tsx';
import { watchlistSearchOf } from './watchlist-search.ts';
import { texts } from './texts.ts';

/** The watchlist of a user with current prices, and the user's alerts. */
export function WatchlistPage() {
  const { user = usualUser } = useSearch({ from: '/watchlist' });
  const navigate = useNavigate({ from: '/watchlist' });
  const { label, choice } = useUserFilter([usualUser, user]);
  return (
    <>
      <PageHeader title={texts.page.title} tab={texts.page.watchlist}>
        {choice!.options.length > 1 && (
          <SelectFilter
            label={label}
            value={user}
            options={choice!.options}
            onChange={(name) => void navigate({ search: watchlistSearchOf({ user: name }) })}
          />
        )}
        <AlertButton look="primary" className="max-md:min-h-11" user={user}>
          <Plus aria-hidden className="size-4" />
          {texts.page.newAlert}
        </AlertButton>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 px-5 pb-8">
        <Watchlist user={user} />
        <Alerts user={user} />
      </div>
    </>
  );
}
