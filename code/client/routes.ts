import type { z } from 'zod';
import { agentListSchema, agentViewSchema } from '../../contracts/api/agents.ts';
import { approvalListSchema, approvalSchema } from '../../contracts/api/approvals.ts';
import type { approvalListQuery, decideApprovalSchema } from '../../contracts/api/approvals.ts';
import { eventSchema } from '../../contracts/api/events.ts';
import type { newEventSchema } from '../../contracts/api/events.ts';
import {
  pipelineListSchema,
  pipelineVersionListSchema,
  pipelineVersionSchema,
  storedPipelineSchema,
  validationSchema,
} from '../../contracts/api/pipelines.ts';
import type { storedPipelineQuery } from '../../contracts/api/pipelines.ts';
import type { startRunSchema } from '../../contracts/api/run-requests.ts';
import { runListSchema } from '../../contracts/api/run-list.ts';
import type { runListQuery } from '../../contracts/api/run-list.ts';
import { runSchema, startedRunSchema } from '../../contracts/api/runs.ts';
import { stepListSchema } from '../../contracts/api/steps.ts';
import type { giveTaskSchema } from '../../contracts/api/tasks.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { json, queryText } from './requests.ts';
import type { Query, Requests } from './requests.ts';

const at = (collection: string, id: string) => `/api/v1/${collection}/${encodeURIComponent(id)}`;
const conditionOf = (revision: string | undefined): Record<string, string> =>
  revision === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${revision}"` };
const onceUnder = (key: string | undefined) => (key ? { headers: { 'idempotency-key': key } } : {});

/** The routes that programs and the command share, as functions. Each throws as {@link Requests} do. */
export function sharedRoutes({ send }: Requests) {
  return {
    startRun: (run: z.input<typeof startRunSchema>, key?: string) =>
      send(startedRunSchema, 'POST', '/api/v1/runs', { ...json(run), ...onceUnder(key) }),
    giveTask: (task: z.input<typeof giveTaskSchema>, key?: string) =>
      send(runSchema, 'POST', '/api/v1/tasks', { ...json(task), ...onceUnder(key) }),
    run: (id: string) => send(runSchema, 'GET', at('runs', id)),
    runs: (query: z.input<typeof runListQuery> = {}) =>
      send(runListSchema, 'GET', `/api/v1/runs${queryText(query as Query)}`),
    steps: (id: string, query: Query = {}) =>
      send(stepListSchema, 'GET', `${at('runs', id)}/steps${queryText(query)}`),
    cancelRun: (id: string, reason?: string) =>
      send(runSchema, 'POST', `${at('runs', id)}/cancel`, json({ reason })),
    sendEvent: (event: z.input<typeof newEventSchema>) =>
      send(eventSchema, 'POST', '/api/v1/events', json(event)),
    approvals: (query: z.input<typeof approvalListQuery> = {}) =>
      send(approvalListSchema, 'GET', `/api/v1/approvals${queryText(query as Query)}`),
    approval: (id: string) => send(approvalSchema, 'GET', at('approvals', id)),
    decide: (id: string, decision: z.input<typeof decideApprovalSchema>) =>
      send(approvalSchema, 'POST', at('approvals', id), json(decision)),
    agents: () => send(agentListSchema, 'GET', '/api/v1/agents'),
    /**
     * @param revision what it replaces; left out, it creates.
     * @param how.deployed whether it is kept in a file.
     */
    putAgent: (
      agent: JsonObject & { name: string },
      revision?: string,
      { deployed }: { deployed?: boolean } = {},
    ) =>
      send(
        agentViewSchema,
        'PUT',
        `${at('agents', agent.name)}${queryText(deployed ? { deployed: 'true' } : {})}`,
        {
          ...json(agent),
          headers: conditionOf(revision),
        },
      ),
    pipelines: () => send(pipelineListSchema, 'GET', '/api/v1/pipelines'),
    pipeline: (name: string, query: z.input<typeof storedPipelineQuery> = {}) =>
      send(storedPipelineSchema, 'GET', `${at('pipelines', name)}${queryText(query)}`),
    /**
     * @param revision what it replaces; left out, it creates.
     * @param query.note what changed.
     */
    putPipeline: (
      name: string,
      yaml: string,
      revision?: string,
      query: { note?: string | undefined } = {},
    ) =>
      send(storedPipelineSchema, 'PUT', `${at('pipelines', name)}${queryText(query)}`, {
        body: { text: yaml, type: 'text/yaml' },
        headers: conditionOf(revision),
      }),
    pipelineVersions: (name: string) =>
      send(pipelineVersionListSchema, 'GET', `${at('pipelines', name)}/versions`),
    /** @param version its number, or the beginning of its content hash. */
    pipelineVersion: (name: string, version: string) =>
      send(
        pipelineVersionSchema,
        'GET',
        `${at('pipelines', name)}/versions/${encodeURIComponent(version)}`,
      ),
    /** Makes a version live. @param version its number, or the beginning of its content hash. */
    promote: (name: string, version: string) =>
      send(storedPipelineSchema, 'POST', `${at('pipelines', name)}/promotions`, json({ version })),
    validate: (yaml: string, query: { user?: string | undefined } = {}) =>
      send(validationSchema, 'POST', `/api/v1/pipelines/validate${queryText(query)}`, {
        body: { text: yaml, type: 'text/yaml' },
      }),
  };
}
