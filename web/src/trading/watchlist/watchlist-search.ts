import { usualUser } from '../../../../contracts/base/usual-user.ts';

/** Whose watchlist and alerts are shown. */
export type WatchlistSearch = { user?: string };

/** What the address asks for; what is no user is left out. */
export function watchlistSearchOf({ user }: Record<string, unknown>): WatchlistSearch {
  return typeof user === 'string' && user !== '' && user !== usualUser ? { user } : {};
}
