import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { Filter } from './filter-bar.tsx';
import { texts } from './texts.ts';

/**
 * Narrows a list down by whose it is.
 * @param seen users that can be chosen beside those that models were called for; undefined is nobody.
 */
export function useUserFilter(seen: (string | undefined)[]): Filter<'user'> {
  const costs = useQuery({ ...queries.costs('user'), staleTime: 60_000 });
  const users = new Set([...seen, ...(costs.data?.items.map(({ key }) => key) ?? [])]);
  const options = [...users]
    .flatMap((user) => (user ? [{ value: user, title: user }] : []))
    .toSorted((one, other) => one.title.localeCompare(other.title));
  return { name: 'user', label: texts.user.label, choice: { all: texts.user.all, options } };
}
