import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  exampleListSchema,
  ExampleView,
  RequestDetail,
  requestListSchema,
} from '../../../../contracts/api/index.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** Which calls of models are listed. */
export type RequestFilter = {
  text?: string;
  model?: string;
  status?: string;
  door?: string;
  user?: string;
  run?: string;
  call?: string;
  key?: string;
  minCostUsd?: string;
  retried?: string;
};

/** Calls of models, and what was kept of them for evaluation. */
export const requestQueries = {
  /** Newest first: the pages that were asked for so far. */
  requests: (filter: RequestFilter) =>
    pages<z.infer<typeof requestListSchema>>(
      ['requests', filter],
      `/api/v1/requests${search(filter)}`,
    ),
  request: (id: string) =>
    queryOptions({
      queryKey: ['request', id],
      queryFn: () => request<RequestDetail>(`/api/v1/requests/${encodeURIComponent(id)}`),
      staleTime: Infinity,
    }),
  examples: () => pages<z.infer<typeof exampleListSchema>>(['examples'], '/api/v1/examples'),
  example: (id: string) =>
    queryOptions({
      queryKey: ['examples', id],
      queryFn: () => request<ExampleView>(`/api/v1/examples/${encodeURIComponent(id)}`),
    }),
};
