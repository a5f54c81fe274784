import { usualUser } from '../../../../contracts/base/usual-user.ts';

/** The user whose watchlist and alerts are shown. */
export type WatchlistSearch = { user?: string };

/** Reads the user from the address; ignores an invalid name. */
export function watchlistSearchOf({ user }: Record<string, unknown>): WatchlistSearch {
  return typeof user === 'string' && user !== '' && user !== usualUser ? { user } : {};
}
