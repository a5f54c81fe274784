import { suggest } from '../base/nearest.ts';

/** The error for a symbol that is not on a user's watchlist, with the symbols that are. */
export function notFollowed(user: string, symbol: string, followed: readonly string[]): string {
  if (followed.length === 0) return `the watchlist of ${user} is empty`;
  return `${symbol} is not in the watchlist of ${user}: ${suggest(symbol, followed)}`;
}
