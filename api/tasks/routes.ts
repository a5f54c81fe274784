import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  cancelRunSchema,
  giveTaskSchema,
  idempotencyHeaders,
  runListSchema,
  runSchema,
  taskListQuery,
  startRunSchema,
} from '../../contracts/api/index.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { earlierRun } from '../runs/earlier-run.ts';
import { listRuns } from '../runs/list-runs.ts';
import { viewNewRun, viewRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { TaskRequest } from '../../contracts/api/index.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import type { PipelineDocument } from '../../contracts/pipelines/pipeline.ts';
import { currentAgents } from '../catalog/catalog.ts';
import { createRun } from '../runs/create-run.ts';
import type { CreatedRun, Idempotency } from '../runs/earlier-run.ts';

const params = z.object({ id: z.string() });

/** A task is a run of one agent: what runs answer, tasks answer too. */
export const taskRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tasks',
    {
      schema: {
        tags: ['tasks'],
        summary: 'Create a task for an agent. It starts when it reaches the front of the queue',
        description:
          'An accepted task is stored durably. Tasks with a higher priority start first; within a priority, users ' +
          'take turns. `pending` becomes `in_progress` when the agent starts.',
        headers: idempotencyHeaders,
        body: giveTaskSchema,
        response: { 202: runSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { body, headers } = asked;
      const startedBy = requirePrincipal(asked).name;
      const idempotency = { key: headers['idempotency-key'], body: ['task', body] };
      const { id, started } =
        (await earlierRun(services, body.user, idempotency)) ??
        (await createTask(services, body, { startedBy, idempotency }));
      reply.code(202).header('location', services.links.run(id));
      return viewNewRun(services, await requireTask(id), { started });
    },
  );

  app.get(
    '/tasks',
    {
      schema: {
        tags: ['tasks'],
        summary: 'List tasks, newest first',
        querystring: taskListQuery,
        response: { 200: runListSchema, ...problems },
      },
    },
    async ({ query }) => listRuns(services, { ...query, kind: 'task' }),
  );

  app.get(
    '/tasks/:id',
    {
      schema: {
        tags: ['tasks'],
        summary: 'Get a task, with its result or error',
        params,
        response: { 200: runSchema, ...problems },
      },
    },
    async ({ params: { id } }) => viewRun(services, await requireTask(id)),
  );

  app.post(
    '/tasks/:id/cancel',
    {
      schema: {
        tags: ['tasks'],
        summary: 'Cancel a task',
        params,
        body: cancelRunSchema.nullish(),
        response: { 202: runSchema, ...problems },
      },
    },
    async (request, reply) => {
      const {
        params: { id },
        body,
      } = request;
      const by = requirePrincipal(request).name;
      await cancelRun(services, await requireTask(id), { by, ...body });
      reply.code(202);
      return viewRun(services, await requireTask(id));
    },
  );

  async function requireTask(id: string): Promise<RunRow> {
    const run = await services.runs.get(id);
    if (run?.kind === 'task') return run;
    const help = { request: 'GET /api/v1/tasks', does: 'lists all tasks' };
    throw new Problem('not-found', `Task ${id} not found.`, undefined, { help });
  }
};

/**
 * Stores and starts the run that a task is.
 * @throws {Problem} where there is no such agent, or it lacks something that it needs.
 */
async function createTask(
  services: Services,
  { agent: name, task, timeLimit, ...terms }: TaskRequest,
  { startedBy, idempotency }: { startedBy: string; idempotency: Idempotency },
): Promise<CreatedRun> {
  const agent = await requireAgent(services, name);
  const document = documentOf(agent, timeLimit);
  const request = startRunSchema.parse({ document, input: { task }, ...terms });
  return createRun(services, request, { startedBy, agent: name, idempotency });
}

/** A pipeline of one agent. */
function documentOf({ name, role }: AgentDefinition, timeLimit: string | undefined) {
  return {
    name: 'task',
    title: `Task: ${role}`.slice(0, 120),
    inputs: {
      type: 'object',
      required: ['task'],
      properties: { task: { type: 'string', title: 'Task' } },
    },
    nodes: [
      {
        id: 'task',
        kind: 'agent',
        agent: name,
        title: role.slice(0, 120),
        task: '{{ inputs.task }}',
        ...(timeLimit !== undefined && { timeout: timeLimit }),
      },
    ],
    output: '{{ nodes.task.output }}',
  } satisfies PipelineDocument;
}

async function requireAgent(services: Services, name: string): Promise<AgentDefinition> {
  const { agents } = await currentAgents(services);
  const agent = entryOf(agents, name);
  if (agent) return agent;
  const fix = suggest(name, Object.keys(agents));
  throw new Problem('invalid-request', `Agent ${name} not found. ${sentence(fix)}`, [
    { path: 'agent', message: `agent ${name} not found`, fix },
  ]);
}
