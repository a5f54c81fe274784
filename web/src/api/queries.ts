import { accessQueries } from './queries/access.ts';
import { pipelineQueries } from './queries/pipelines.ts';
import { requestQueries } from './queries/requests.ts';
import { runQueries } from './queries/runs.ts';
import { userQueries } from './queries/users.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  approvalListSchema,
  budgetListSchema,
  CostsView,
  notificationListSchema,
  healthAlertListSchema,
  OverviewView,
  modelListSchema,
  Readiness,
  AgentCheck,
  AgentMemoryView,
  agentListSchema,
  auditListSchema,
  quotaSchema,
  toolListSchema,
  FiringView,
  TriggerView,
  ToolMetricsView,
  ToolView,
} from '../../../contracts/api/index.ts';
import { request, ApiProblem } from './request.ts';
import { pages, search } from './queries/list.ts';
import type { CostGrouping } from '../../../contracts/models/cost-groupings.ts';
import type { NotificationSettings } from './notifications.ts';
import { usualUser } from '../../../contracts/base/usual-user.ts';

/** Which attempts at tool calls are listed. */
type AuditFilter = {
  tool?: string;
  user?: string;
  outcome?: string;
  code?: string;
  run?: string;
  sideEffect?: string;
};

type Page<Item> = { items: Item[]; nextCursor: string | null };

const pathOf = (name: string) => `/api/v1/tools/${encodeURIComponent(name)}`;

/** The tools and their use; what may be called is of who calls them here, the usual user. */
const toolQueries = {
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

/** What starts runs by itself, and its history. */
const triggerQueries = {
  triggers: () => pages<Page<TriggerView>>(['triggers'], '/api/v1/triggers'),
  trigger: (id: string) =>
    queryOptions({
      queryKey: ['triggers', id],
      queryFn: () => request<TriggerView>(`/api/v1/triggers/${encodeURIComponent(id)}`),
    }),
  firings: (id: string) =>
    pages<Page<FiringView>>(
      ['triggers', id, 'firings'],
      `/api/v1/triggers/${encodeURIComponent(id)}/firings`,
    ),
};

/** Who can be given work, and what they remember. */
const agentQueries = {
  agents: () =>
    queryOptions({
      queryKey: ['agents'],
      queryFn: () => request<z.infer<typeof agentListSchema>>('/api/v1/agents'),
    }),
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
  /** The memories of an agent most like a text, or the newest: the pages that were asked for so far. */
  memory: (agent: string, filter: { query?: string; user?: string } = {}) =>
    pages<AgentMemoryView>(
      ['memory', agent, filter],
      `/api/v1/agents/${encodeURIComponent(agent)}/memory${search(filter)}`,
    ),
};

const askAgainMs = 1_000;

/** What is missing now and a second later: a busy machine may answer late once, which nobody has to be told. */
export async function readReadiness(): Promise<Partial<Readiness>> {
  const first = await askReadiness();
  if (first.ready !== false) return first;
  await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  return askReadiness();
}

/** An answer too where the status says that something is missing; without a session, only whether. */
async function askReadiness(): Promise<Partial<Readiness>> {
  try {
    return await request<Partial<Readiness>>('/ready');
  } catch (error) {
    const answer = error instanceof ApiProblem ? error.document : undefined;
    if (answer && 'ready' in answer) return answer as unknown as Partial<Readiness>;
    throw error;
  }
}

/** What Baton has at hand. */
const healthQueries = {
  ready: () => queryOptions({ queryKey: ['ready'], queryFn: readReadiness, retry: false }),
  /** Whether the server answers at all, asked anew by whoever wants to know. */
  isThere: () =>
    queryOptions({
      queryKey: ['is-there'],
      queryFn: async () => Boolean(await readReadiness()),
      retry: false,
      gcTime: 0,
    }),
  models: () =>
    queryOptions({
      queryKey: ['models'],
      queryFn: () => request<z.infer<typeof modelListSchema>>('/api/v1/models'),
    }),
};

/** What people are told. */
const notificationQueries = {
  /** What has ended and what waits for a person: the pages that were asked for so far. */
  notifications: (filter: { unread?: 'true'; attention?: 'true'; user?: string } = {}) =>
    pages<z.infer<typeof notificationListSchema>>(
      ['notifications', filter],
      `/api/v1/notifications${search(filter)}`,
    ),
  /** How many notifications are unread, of those that need somebody. */
  unread: () =>
    queryOptions({
      queryKey: ['notifications', 'unread'],
      queryFn: async () => {
        const path = '/api/v1/notifications?unread=true&attention=true&limit=1';
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
};

/** What was spent, and may be. */
const costQueries = {
  /** @param period days as `2026-11-21`; `to` is the first that does not count. */
  costs: (by: CostGrouping, period: { from?: string; to?: string } = {}) =>
    queryOptions({
      queryKey: ['costs', by, period],
      queryFn: () => request<CostsView>(`/api/v1/costs${search({ by, ...period })}`),
    }),
  /** How runs went and what they cost. @param period as for costs */
  overview: (period: { from?: string; to?: string }) =>
    queryOptions({
      queryKey: ['overview', period],
      queryFn: () => request<OverviewView>(`/api/v1/overview${search(period)}`),
    }),
  /** What one is told of once runs fail too often, or cost too much. */
  healthAlerts: () =>
    queryOptions({
      queryKey: ['health-alerts'],
      queryFn: () => request<z.infer<typeof healthAlertListSchema>>('/api/v1/health-alerts'),
    }),
  budgets: () =>
    queryOptions({
      queryKey: ['budgets'],
      queryFn: () => request<z.infer<typeof budgetListSchema>>('/api/v1/budgets'),
    }),
};

/** What waits for a person, or did. */
const approvalQueries = {
  approvals: (filter: { status?: string; runId?: string }) =>
    queryOptions({
      queryKey: ['approvals', filter],
      queryFn: () =>
        request<z.infer<typeof approvalListSchema>>(`/api/v1/approvals${search(filter)}`),
    }),
  approvalHistory: () =>
    pages<z.infer<typeof approvalListSchema>>(
      ['approvals', 'history'],
      '/api/v1/approvals?decided=true&limit=30',
    ),
};

/** One typed query a resource: a page asks for data by these alone. */
export const queries = {
  ...accessQueries,
  ...agentQueries,
  ...approvalQueries,
  ...costQueries,
  ...healthQueries,
  ...notificationQueries,
  ...pipelineQueries,
  ...requestQueries,
  ...triggerQueries,
  ...runQueries,
  ...toolQueries,
  ...userQueries,
};
