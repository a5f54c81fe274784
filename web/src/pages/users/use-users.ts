import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import type { UserView } from '../../../../contracts/api/index.ts';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { queries } from '../../api/queries.ts';

/** More of those for whom nothing is set are not asked for one by one. */
const most = 50;

/** Those for whom something is set, and those for whom models were called, by name. */
export function useUsers() {
  const query = useInfiniteQuery(queries.users());
  const costs = useQuery({ ...queries.costs('user'), staleTime: 60_000 });
  const set = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const seen = new Set([usualUser, ...(costs.data?.items ?? []).flatMap(({ key }) => key ?? [])]);
  const others = [...seen].filter((id) => !set.some((user) => user.id === id));
  const answers = useQueries({
    queries: others.slice(0, most).map((id) => ({ ...queries.user(id), enabled: query.isSuccess })),
  });
  const users: UserView[] = [...set, ...answers.flatMap(({ data }) => data ?? [])];
  return { query, users: users.toSorted((one, other) => one.id.localeCompare(other.id)) };
}
