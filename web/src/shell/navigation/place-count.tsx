import { PendingCount } from './pending-count.tsx';
import { UnreadCount } from './unread-count.tsx';

/** How many things at a place ask for attention; nothing where that is not counted. */
export function PlaceCount({ path }: { path: string }) {
  if (path === '/approvals') return <PendingCount />;
  if (path === '/notifications') return <UnreadCount />;
  return null;
}
