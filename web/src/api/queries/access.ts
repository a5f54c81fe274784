import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  accessEventListSchema,
  apiKeyListSchema,
  sessionListSchema,
} from '../../../../contracts/api/index.ts';
import type { Me } from '../access.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** Who may do what: oneself, and what lets people and programs in. */
export const accessQueries = {
  me: () =>
    queryOptions({
      queryKey: ['me'],
      queryFn: () => request<Me>('/api/v1/me'),
      staleTime: 60_000,
    }),
  /** Those of everyone for an admin, else one's own. */
  keys: () =>
    queryOptions({
      queryKey: ['keys'],
      queryFn: () => request<z.infer<typeof apiKeyListSchema>>('/api/v1/keys'),
    }),
  /** Those of everyone for an admin, else one's own. */
  sessions: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: () => request<z.infer<typeof sessionListSchema>>('/api/v1/sessions'),
    }),
  /** Sign-ins and changes of access, newest first: the pages that were asked for so far. */
  accessLog: (filter: { action?: string; person?: string }) =>
    pages<z.infer<typeof accessEventListSchema>>(
      ['access-log', filter],
      `/api/v1/access-log${search(filter)}`,
    ),
};
