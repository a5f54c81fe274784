import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AccountView,
  AgentCheck,
  AgentMemoryView,
  agentListSchema,
  approvalListSchema,
  budgetListSchema,
  ChildPipelineView,
  conversationListSchema,
  CostsView,
  fillListSchema,
  modelListSchema,
  notificationListSchema,
  orderListSchema,
  pipelineListSchema,
  planListSchema,
  pipelineVersionListSchema,
  pipelineVersionSchema,
  Readiness,
  runListSchema,
  RunView,
  StepView,
  storedPipelineSchema,
  toolListSchema,
} from '../../../contracts/api/index.ts';
import type { CostGrouping } from '../../../contracts/cost-groupings.ts';
import type { NotificationSettings } from './notifications.ts';
import { readSteps } from './read-steps.ts';
import { ApiProblem, request } from './request.ts';

/** Which tasks are listed. */
export type TaskFilter = { status?: string; agent?: string; user?: string; priority?: string };

/** Which runs are listed. */
export type RunFilter = { status?: string; pipeline?: string; user?: string; text?: string };

function search(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

type List = { items: unknown[]; nextCursor: string | null };

/** A list that is read page by page. @param path the list's address with its filter. */
function pages<Page extends List>(queryKey: unknown[], path: string) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) =>
      request<Page>(
        pageParam === ''
          ? path
          : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(pageParam)}`,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** What is missing: an answer too where the status says that something is. */
async function readReadiness(): Promise<Readiness> {
  try {
    return await request<Readiness>('/ready');
  } catch (error) {
    const answer = error instanceof ApiProblem ? error.document : undefined;
    if (answer && 'checks' in answer) return answer as unknown as Readiness;
    throw error;
  }
}

/** One typed query a resource: a page asks for data by these alone. */
export const queries = {
  ready: () => queryOptions({ queryKey: ['ready'], queryFn: readReadiness, retry: false }),
  /** Whether the server answers at all, asked anew by whoever wants to know. */
  isThere: () =>
    queryOptions({
      queryKey: ['is-there'],
      queryFn: async () => Boolean(await readReadiness()),
      retry: false,
      gcTime: 0,
    }),
  runs: (filter: RunFilter) =>
    queryOptions({
      queryKey: ['runs', filter],
      queryFn: () => request<z.infer<typeof runListSchema>>(`/api/v1/runs${search(filter)}`),
    }),
  /** The same, to be read on. */
  runPages: (filter: RunFilter) =>
    pages<z.infer<typeof runListSchema>>(
      ['runs', 'pages', filter],
      `/api/v1/runs${search(filter)}`,
    ),
  /** The tasks that fit a filter: the pages that were asked for so far. */
  tasks: (filter: TaskFilter) =>
    pages<z.infer<typeof runListSchema>>(['tasks', filter], `/api/v1/tasks${search(filter)}`),
  /** What has ended and what waits for a person: the pages that were asked for so far. */
  notifications: (filter: { unread?: 'true'; user?: string } = {}) =>
    pages<z.infer<typeof notificationListSchema>>(
      ['notifications', filter],
      `/api/v1/notifications${search(filter)}`,
    ),
  /** How many notifications are unread. */
  unread: () =>
    queryOptions({
      queryKey: ['notifications', 'unread'],
      queryFn: async () => {
        const path = '/api/v1/notifications?unread=true&limit=1';
        return (await request<z.infer<typeof notificationListSchema>>(path)).unread;
      },
    }),
  /** Where a user is told beside in the app, and what keeps a channel from being used. */
  notificationSettings: (user: string) =>
    queryOptions({
      queryKey: ['notifications', 'settings', user],
      queryFn: () =>
        request<NotificationSettings>(`/api/v1/notifications/settings${search({ user })}`),
    }),
  run: (id: string) =>
    queryOptions({ queryKey: ['run', id], queryFn: () => request<RunView>(`/api/v1/runs/${id}`) }),
  /** Every step of a run. While it goes on, those that are settled are not read again. */
  steps: (id: string, { isOver }: { isOver: boolean }) =>
    queryOptions({
      queryKey: ['steps', id, isOver],
      queryFn: ({ client }) =>
        readSteps(id, isOver ? [] : (client.getQueryData<StepView[]>(['steps', id, isOver]) ?? [])),
    }),
  /** A child pipeline of a run; what was read once it was over stays. */
  childPipeline: (id: string, path: string, isOver: boolean) =>
    queryOptions({
      queryKey: ['child-pipeline', id, path, isOver],
      queryFn: () =>
        request<ChildPipelineView>(`/api/v1/runs/${id}/child-pipeline${search({ path })}`),
    }),
  conversations: (id: string, nodePath: string) =>
    queryOptions({
      queryKey: ['conversations', id, nodePath],
      queryFn: () =>
        request<z.infer<typeof conversationListSchema>>(
          `/api/v1/runs/${id}/conversations${search({ nodePath })}`,
        ),
    }),
  /** Every revision of the plan of an agent, oldest first; without a path the latest plan of each agent. */
  plans: (id: string, nodePath?: string) =>
    queryOptions({
      queryKey: ['plans', id, nodePath],
      queryFn: () =>
        request<z.infer<typeof planListSchema>>(`/api/v1/runs/${id}/plans${search({ nodePath })}`),
    }),
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
  pipelines: () =>
    queryOptions({
      queryKey: ['pipelines'],
      queryFn: () => request<z.infer<typeof pipelineListSchema>>('/api/v1/pipelines'),
    }),
  pipeline: (name: string) =>
    queryOptions({
      queryKey: ['pipeline', name],
      queryFn: () => request<z.infer<typeof storedPipelineSchema>>(`/api/v1/pipelines/${name}`),
    }),
  pipelineVersions: (name: string) =>
    queryOptions({
      queryKey: ['pipeline', name, 'versions'],
      queryFn: () =>
        request<z.infer<typeof pipelineVersionListSchema>>(`/api/v1/pipelines/${name}/versions`),
    }),
  pipelineVersion: (name: string, hash: string) =>
    queryOptions({
      queryKey: ['pipeline', name, 'versions', hash],
      queryFn: () =>
        request<z.infer<typeof pipelineVersionSchema>>(
          `/api/v1/pipelines/${name}/versions/${hash}`,
        ),
    }),
  tools: () =>
    queryOptions({
      queryKey: ['tools'],
      queryFn: () => request<z.infer<typeof toolListSchema>>('/api/v1/tools'),
    }),
  models: () =>
    queryOptions({
      queryKey: ['models'],
      queryFn: () => request<z.infer<typeof modelListSchema>>('/api/v1/models'),
    }),
  /** @param period days as `2026-11-21`; `to` is the first that does not count. */
  costs: (by: CostGrouping, period: { from?: string; to?: string } = {}) =>
    queryOptions({
      queryKey: ['costs', by, period],
      queryFn: () => request<CostsView>(`/api/v1/costs${search({ by, ...period })}`),
    }),
  budgets: () =>
    queryOptions({
      queryKey: ['budgets'],
      queryFn: () => request<z.infer<typeof budgetListSchema>>('/api/v1/budgets'),
    }),
  account: () =>
    queryOptions({
      queryKey: ['account'],
      queryFn: () => request<AccountView>('/api/v1/account'),
    }),
  fills: () =>
    queryOptions({
      queryKey: ['account', 'fills'],
      queryFn: () => request<z.infer<typeof fillListSchema>>('/api/v1/account/fills'),
    }),
  orders: () =>
    pages<z.infer<typeof orderListSchema>>(
      ['account', 'orders'],
      '/api/v1/account/orders?limit=20',
    ),
  /** The memories of an agent most like a text, or the newest: the pages that were asked for so far. */
  memory: (agent: string, filter: { query?: string; user?: string } = {}) =>
    pages<AgentMemoryView>(
      ['memory', agent, filter],
      `/api/v1/agents/${encodeURIComponent(agent)}/memory${search(filter)}`,
    ),
  /** What is wrong with the definition of an agent, and what it would lack. @param definition as JSON text. */
  agentCheck: (definition: string) =>
    queryOptions({
      queryKey: ['agent-check', definition],
      queryFn: () =>
        request<AgentCheck>('/api/v1/agents/check', {
          method: 'POST',
          body: JSON.parse(definition),
        }),
      gcTime: 0,
    }),
  agents: () =>
    queryOptions({
      queryKey: ['agents'],
      queryFn: () => request<z.infer<typeof agentListSchema>>('/api/v1/agents'),
    }),
};
