import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  auditListSchema,
  quotaSchema,
  toolListSchema,
  ToolMetricsView,
  ToolView,
} from '../../../../contracts/api/index.ts';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** Which attempts at tool calls are listed. */
export type AuditFilter = {
  tool?: string;
  user?: string;
  outcome?: string;
  code?: string;
  run?: string;
  sideEffect?: string;
};

const pathOf = (name: string) => `/api/v1/tools/${encodeURIComponent(name)}`;

/** The tools and their use; what may be called is of who calls them here, the usual user. */
export const toolQueries = {
  tools: () =>
    queryOptions({
      queryKey: ['tools'],
      queryFn: () =>
        request<z.infer<typeof toolListSchema>>(`/api/v1/tools${search({ user: usualUser })}`),
    }),
  /** A tool, or one of its versions: `calculate@1`. */
  tool: (name: string) =>
    queryOptions({
      queryKey: ['tools', name],
      queryFn: () => request<ToolView>(`${pathOf(name)}${search({ user: usualUser })}`),
    }),
  /** What is left of a user's limits of a tool. */
  quota: (name: string, user?: string) =>
    queryOptions({
      queryKey: ['tools', name, 'quota', user],
      queryFn: () =>
        request<z.infer<typeof quotaSchema>>(`${pathOf(name)}/quota${search({ user })}`),
    }),
  /** How the calls of a tool went. @param window how far back calls count, such as `24h`. */
  toolMetrics: (name: string, window: string) =>
    queryOptions({
      queryKey: ['tools', name, 'metrics', window],
      queryFn: () => request<ToolMetricsView>(`${pathOf(name)}/metrics${search({ window })}`),
    }),
  /** Every attempt at a tool call, newest first: the pages that were asked for so far. */
  audit: (filter: AuditFilter) =>
    pages<z.infer<typeof auditListSchema>>(['audit', filter], `/api/v1/audit${search(filter)}`),
};
