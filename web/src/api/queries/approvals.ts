import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { approvalListSchema } from '../../../../contracts/api/index.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** What waits for a person, or did. */
export const approvalQueries = {
  approvals: (filter: { status?: string; runId?: string }) =>
    queryOptions({
      queryKey: ['approvals', filter],
      queryFn: () =>
        request<z.infer<typeof approvalListSchema>>(`/api/v1/approvals${search(filter)}`),
    }),
  approvalHistory: () =>
    pages<z.infer<typeof approvalListSchema>>(
      ['approvals', 'history'],
      '/api/v1/approvals?limit=30',
    ),
};
