import { z } from 'zod';
import {
  addressedAgentsSchema,
  agentListSchema,
  approvalListSchema,
  approvalSchema,
  modelListSchema,
  costsSchema,
  pipelineListSchema,
  problemSchema,
  readinessSchema,
  runListSchema,
  runSchema,
  stepListSchema,
  storedPipelineSchema,
  validationSchema,
} from '../../contracts/api/index.ts';
import type {
  decideApprovalSchema,
  giveTaskSchema,
  interruptRunSchema,
  resumeRunSchema,
  startRunSchema,
} from '../../contracts/api/index.ts';
import { CommandError, RequestRefused, ServerNotRunning } from './errors.ts';

type Query = Record<string, string | number | undefined>;
type Body = { text: string; type: string; headers?: Record<string, string> };

const connectMs = 60_000;

/**
 * The HTTP API as functions. Each throws {@link ServerNotRunning} when nobody answers, and
 * {@link RequestRefused} with the server's own words when it refuses.
 */
export function createApiClient({ address, key }: { address: string; key: string }) {
  return {
    address,
    startRun: (run: z.input<typeof startRunSchema>) =>
      send(runSchema, 'POST', '/api/v1/runs', json(run)),
    giveTask: (task: z.input<typeof giveTaskSchema>, idempotencyKey?: string) =>
      send(runSchema, 'POST', '/api/v1/tasks', {
        ...json(task),
        ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
      }),
    run: (id: string) => send(runSchema, 'GET', `/api/v1/runs/${encodeURIComponent(id)}`),
    runs: (query: Query) => send(runListSchema, 'GET', `/api/v1/runs${queryText(query)}`),
    steps: (id: string, query: Query = {}) =>
      send(
        stepListSchema,
        'GET',
        `/api/v1/runs/${encodeURIComponent(id)}/steps${queryText(query)}`,
      ),
    cancelRun: (id: string, reason?: string) =>
      send(runSchema, 'POST', `/api/v1/runs/${encodeURIComponent(id)}/cancel`, json({ reason })),
    interruptRun: (id: string, interruption: z.input<typeof interruptRunSchema>) =>
      send(
        addressedAgentsSchema,
        'POST',
        `/api/v1/runs/${encodeURIComponent(id)}/interrupt`,
        json(interruption),
      ),
    resumeRun: (id: string, resumption: z.input<typeof resumeRunSchema>) =>
      send(
        addressedAgentsSchema,
        'POST',
        `/api/v1/runs/${encodeURIComponent(id)}/resume`,
        json(resumption),
      ),
    approvals: (query: Query) =>
      send(approvalListSchema, 'GET', `/api/v1/approvals${queryText(query)}`),
    approval: (id: string) =>
      send(approvalSchema, 'GET', `/api/v1/approvals/${encodeURIComponent(id)}`),
    decide: (id: string, decision: z.input<typeof decideApprovalSchema>) =>
      send(approvalSchema, 'POST', `/api/v1/approvals/${encodeURIComponent(id)}`, json(decision)),
    agents: () => send(agentListSchema, 'GET', '/api/v1/agents'),
    models: () => send(modelListSchema, 'GET', '/api/v1/models'),
    pipelines: () => send(pipelineListSchema, 'GET', '/api/v1/pipelines'),
    pipeline: (name: string) =>
      send(storedPipelineSchema, 'GET', `/api/v1/pipelines/${encodeURIComponent(name)}`),
    validate: (text: string) =>
      send(validationSchema, 'POST', '/api/v1/pipelines/validate', { text, type: 'text/yaml' }),
    costs: (query: Query) => send(costsSchema, 'GET', `/api/v1/costs${queryText(query)}`),
    ready: () => send(readinessSchema, 'GET', '/ready'),
  };

  async function send<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST',
    path: string,
    body?: Body,
  ): Promise<z.output<Schema>> {
    const response = await request(method, path, body);
    const answer: unknown = await response.json().catch(() => undefined);
    // `/ready` answers in its own form even when it has bad news.
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const problem = problemSchema.safeParse(answer);
    if (problem.success) throw new RequestRefused(problem.data);
    throw new CommandError(
      `What answers at ${address} is not this version of Baton (${method} ${path}: ${response.status}).`,
    );
  }

  async function request(method: string, path: string, body: Body | undefined): Promise<Response> {
    try {
      return await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body && { 'content-type': body.type, ...body.headers }),
        },
        ...(body && { body: body.text }),
        signal: AbortSignal.timeout(connectMs),
      });
    } catch {
      throw new ServerNotRunning(address);
    }
  }
}

export type ApiClient = ReturnType<typeof createApiClient>;

function json(value: object): Body {
  return { text: JSON.stringify(value), type: 'application/json' };
}

function queryText(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given.toString()}`;
}
