import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  cancelRunSchema,
  giveTaskSchema,
  idempotencyHeaders,
  runListSchema,
  runSchema,
  taskListQuery,
} from '../../contracts/api/index.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { earlierRun } from '../runs/earlier-run.ts';
import { listRuns } from '../runs/list-runs.ts';
import { viewNewRun, viewRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';
import { createTask } from './create-task.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ id: z.string() });

/** A task is a run of one agent: what runs answer, tasks answer too. */
export const taskRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tasks',
    {
      schema: {
        tags: ['tasks'],
        summary: 'Create a task for an agent; it waits in the queue and then runs',
        description:
          'An accepted task is stored and not lost. Tasks of higher priority go first; within a priority, users ' +
          'take turns. `pending` becomes `in_progress` when the agent begins.',
        headers: idempotencyHeaders,
        body: giveTaskSchema,
        response: { 202: runSchema, ...problems },
      },
    },
    async ({ body, headers }, reply) => {
      const idempotency = { key: headers['idempotency-key'], body: ['task', body] };
      const { id, started } =
        (await earlierRun(services, body.user, idempotency)) ??
        (await createTask(services, body, idempotency));
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
    async ({ params: { id }, body }, reply) => {
      await cancelRun(services, await requireTask(id), { by: 'operator', ...body });
      reply.code(202);
      return viewRun(services, await requireTask(id));
    },
  );

  async function requireTask(id: string): Promise<RunRow> {
    const run = await services.runs.get(id);
    if (run?.kind === 'task') return run;
    throw new Problem('not-found', `Task ${id} not found. GET /api/v1/tasks lists all tasks.`);
  }
};
