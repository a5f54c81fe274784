import { retainSearchParams, useSearch } from '@tanstack/react-router';

/** Which account is shown; left out, one's own. */
export type AccountSearch = { account?: string };

/** What the address asks for; what is no account is left out. */
export function accountSearchOf({ account }: Record<string, unknown>): AccountSearch {
  return typeof account === 'string' && account !== '' ? { account } : {};
}

/** Links from one page of an account to another stay with it. */
export const staysWithAccount = { middlewares: [retainSearchParams<AccountSearch>(['account'])] };

/** The account that the page shows; undefined where it is one's own. */
export function useAccount(): string | undefined {
  return useSearch({ strict: false, select: (search) => accountSearchOf(search).account });
}
