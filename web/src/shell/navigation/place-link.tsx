import { Link } from '@tanstack/react-router';
import type { Place } from '../../domain.ts';
import { PendingCount } from './pending-count.tsx';
import { UnreadCount } from './unread-count.tsx';
import { useIsShown } from './use-is-shown.ts';

/** How what one can go to looks in a list. */
export const entryLook =
  'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-muted hover:bg-hover hover:text-text max-md:min-h-11';

/** Leads to a place; the one that is shown is marked. */
export function PlaceLink({ place, onGo }: { place: Place; onGo?: () => void }) {
  const { path, title, icon: Icon } = place;
  const isShown = useIsShown(path);
  return (
    <Link
      to={path}
      onClick={onGo}
      activeOptions={{ exact: true }}
      aria-current={isShown ? 'page' : undefined}
      className={`${entryLook} ${isShown ? 'bg-hover !text-text font-medium' : ''}`}
    >
      <Icon aria-hidden className="size-4" />
      {title}
      {path === '/approvals' && (
        <span className="ml-auto">
          <PendingCount />
        </span>
      )}
      {path === '/notifications' && (
        <span className="ml-auto">
          <UnreadCount />
        </span>
      )}
    </Link>
  );
}
