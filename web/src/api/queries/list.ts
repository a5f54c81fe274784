import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../request.ts';

/** The query part of an address, of the values that are given. */
export function search(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

type List = { items: unknown[]; nextCursor: string | number | null };

/** A list that is read page by page. @param path the list's address with its filter. */
export function pages<Page extends List>(queryKey: unknown[], path: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) =>
      request<Page>(
        pageParam === ''
          ? path
          : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(pageParam)}`,
      ),
    initialPageParam: '' as string | number,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
