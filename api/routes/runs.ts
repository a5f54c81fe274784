import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  addressedAgentsSchema,
  cancelRunSchema,
  childPipelineQuery,
  childPipelineSchema,
  conversationListQuery,
  conversationListSchema,
  errorDetailsSchema,
  idempotencyHeaders,
  interruptRunSchema,
  planListQuery,
  planListSchema,
  resumeRunSchema,
  runListQuery,
  runListSchema,
  runSchema,
  startRunSchema,
  stepListQuery,
  stepListSchema,
} from '../../contracts/api/index.ts';
import type { RunRow } from '../../db/repositories/runs.ts';
import { viewPlan } from '../../db/views/view-plan.ts';
import { viewStep } from '../../db/views/view-step.ts';
import { Problem } from '../problem.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { createRun } from '../runs/create-run.ts';
import { earlierRun } from '../runs/earlier-run.ts';
import { listRuns } from '../runs/list-runs.ts';
import { viewChildPipeline } from '../runs/view-child-pipeline.ts';
import { viewConversations } from '../runs/view-conversation.ts';
import { interruptRun, resumeRun } from '../runs/steer-run.ts';
import { viewNewRun, viewRun } from '../runs/view-run.ts';
import type { Services } from '../services.ts';
import { problems } from './responses.ts';

const params = z.object({ id: z.string() });

export const runRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'Start a run of a stored pipeline, or of a document',
        description:
          '201 when it was started. 202 when Temporal cannot be reached: the run is stored, and starts ' +
          'by itself as soon as Temporal is back.',
        headers: idempotencyHeaders,
        body: startRunSchema,
        response: { 201: runSchema, 202: runSchema, ...problems },
      },
    },
    async ({ body, headers }, reply) => {
      const idempotency = { key: headers['idempotency-key'], body: ['run', body] };
      const { id, started } =
        (await earlierRun(services, body.user, idempotency)) ??
        (await createRun(services, body, { idempotency }));
      reply.code(started ? 201 : 202).header('location', services.links.run(id));
      return viewNewRun(services, await requireRun(id), { started });
    },
  );

  app.get(
    '/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'The runs, newest first',
        querystring: runListQuery,
        response: { 200: runListSchema, ...problems },
      },
    },
    async ({ query }) => listRuns(services, query),
  );

  app.get(
    '/runs/:id',
    {
      schema: {
        tags: ['runs'],
        summary: 'A run with the state of each node',
        params,
        response: { 200: runSchema, ...problems },
      },
    },
    async ({ params: { id } }) => viewRun(services, await requireRun(id)),
  );

  app.get(
    '/runs/:id/steps',
    {
      schema: {
        tags: ['runs'],
        summary: 'Model calls and tool runs, in the order in which they began',
        description:
          'A step is listed when it begins and changes when it ends: to follow a run, ask again from ' +
          'before the first step that is still running.',
        params,
        querystring: stepListQuery,
        response: { 200: stepListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { after, limit } }) => {
      await requireRun(id);
      const rows = await services.steps.list(id, after, limit + 1);
      const shown = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? String(shown.at(-1)?.sequence ?? after) : null;
      return { items: shown.map(viewStep), nextCursor };
    },
  );

  app.get(
    '/runs/:id/error',
    {
      schema: {
        tags: ['runs'],
        summary: 'Where the error of a run arose, for those who operate Baton',
        description: 'Nowhere else is it shown: users are told the error in clear words alone.',
        params,
        response: { 200: errorDetailsSchema, ...problems },
      },
    },
    async ({ params: { id } }) => {
      const { error, stack } = await requireRun(id);
      if (error) return { type: error.type, message: error.message, stack };
      throw new Problem('not-found', `The run ${id} has no error.`);
    },
  );

  app.get(
    '/runs/:id/child-pipeline',
    {
      schema: {
        tags: ['runs'],
        summary: 'What a pipeline node runs, with the state of each node in it',
        params,
        querystring: childPipelineQuery,
        response: { 200: childPipelineSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { path } }) =>
      viewChildPipeline(services, await requireRun(id), path),
  );

  app.get(
    '/runs/:id/conversations',
    {
      schema: {
        tags: ['runs'],
        summary: 'What an agent and its model said, and what its tools answered',
        description: 'One conversation for each attempt at the node; none where it has not begun.',
        params,
        querystring: conversationListQuery,
        response: { 200: conversationListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { nodePath } }) => {
      const { id: runId } = await requireRun(id);
      return { items: await viewConversations(services, runId, nodePath), nextCursor: null };
    },
  );

  app.get(
    '/runs/:id/plans',
    {
      schema: {
        tags: ['runs'],
        summary: 'The plans of the agents of a run, and how they were revised',
        params,
        querystring: planListQuery,
        response: { 200: planListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { nodePath } }) => {
      const { id: runId } = await requireRun(id);
      const { plans } = services;
      const rows = await (nodePath ? plans.revisions(runId, nodePath) : plans.current(runId));
      return { items: rows.map(viewPlan), nextCursor: null };
    },
  );

  app.post(
    '/runs/:id/cancel',
    {
      schema: {
        tags: ['runs'],
        summary: 'Stop a run: what runs is ended cleanly, nothing new starts',
        params,
        body: cancelRunSchema.nullish(),
        response: { 202: runSchema, ...problems },
      },
    },
    async ({ params: { id }, body }, reply) => {
      await cancelRun(services, await requireRun(id), { by: 'operator', ...body });
      reply.code(202);
      return viewRun(services, await requireRun(id));
    },
  );

  app.post(
    '/runs/:id/interrupt',
    {
      schema: {
        tags: ['runs'],
        summary: 'Let agents stand still after their turn, until they are resumed',
        params,
        body: interruptRunSchema.nullish(),
        response: { 202: addressedAgentsSchema, ...problems },
      },
    },
    async ({ params: { id }, body }, reply) => {
      reply.code(202);
      const request = { by: 'operator', ...body };
      return { agents: await interruptRun(services, await requireRun(id), request) };
    },
  );

  app.post(
    '/runs/:id/resume',
    {
      schema: {
        tags: ['runs'],
        summary: 'Let interrupted agents go on, with an instruction where one is given',
        params,
        body: resumeRunSchema.nullish(),
        response: { 202: addressedAgentsSchema, ...problems },
      },
    },
    async ({ params: { id }, body }, reply) => {
      reply.code(202);
      const request = { by: 'operator', ...body };
      return { agents: await resumeRun(services, await requireRun(id), request) };
    },
  );

  async function requireRun(id: string): Promise<RunRow> {
    const run = await services.runs.get(id);
    if (run) return run;
    throw new Problem('not-found', `There is no run ${id}; GET /api/v1/runs lists them.`);
  }
};
