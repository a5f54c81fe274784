import { retainSearchParams, useSearch } from '@tanstack/react-router';

/** The account to show. Default: the user's own. */
export type AccountSearch = { account?: string };

/** Reads the account from the address; ignores an invalid id. */
export function accountSearchOf({ account }: Record<string, unknown>): AccountSearch {
  return typeof account === 'string' && account !== '' ? { account } : {};
}

/** Links between the pages of an account keep the account. */
export const staysWithAccount = { middlewares: [retainSearchParams<AccountSearch>(['account'])] };

/** The account that the page shows; undefined for the user's own. */
export function useAccount(): string | undefined {
  return useSearch({ strict: false, select: (search) => accountSearchOf(search).account });
}
