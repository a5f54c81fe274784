import { queryOptions } from '@tanstack/react-query';
import type { UserView } from '../../../../contracts/api/index.ts';
import { request } from '../request.ts';
import { pages } from './list.ts';

type UserList = { items: UserView[]; nextCursor: string | null };

/** The address of one user. */
export const userPath = (id: string) => `/api/v1/users/${encodeURIComponent(id)}`;

/** What users may do with tools. */
export const userQueries = {
  /** Those for whom something is set, by name: the pages that were asked for so far. */
  users: () => pages<UserList>(['users', 'set'], '/api/v1/users'),
  /** One user; where nothing is set for them, what holds for everyone. */
  user: (id: string) =>
    queryOptions({
      queryKey: ['users', 'one', id],
      queryFn: () => request<UserView>(userPath(id)),
    }),
};
