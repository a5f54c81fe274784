import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  childPipelineQuery,
  childPipelineSchema,
  conversationListQuery,
  conversationListSchema,
  errorDetailsSchema,
  planListQuery,
  planListSchema,
  stepListQuery,
  stepListSchema,
} from '../../contracts/api/index.ts';
import { viewPlan } from '../../db/views/view-plan.ts';
import { viewStep } from '../../db/views/view-step.ts';
import { Problem } from '../base/problem.ts';
import { requireRun } from './require-run.ts';
import { viewChildPipeline } from './view-child-pipeline.ts';
import { viewConversations } from './view-conversation.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ id: z.string() });

/** What a run has left behind, in more detail than its own state tells. */
export const runRecordRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/runs/:id/steps',
    {
      schema: {
        tags: ['runs'],
        summary: 'List the model calls and tool calls of a run, in the order they began',
        description:
          'A step appears when it begins and changes when it ends. To follow a run, read again from ' +
          'before the first running step.',
        params,
        querystring: stepListQuery,
        response: { 200: stepListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { after, limit } }) => {
      await requireRun(services, id);
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
        summary: 'Get where the error of a run came from, for operators',
        description: 'Shown only here: users see the error message without the stack.',
        params,
        response: { 200: errorDetailsSchema, ...problems },
      },
    },
    async ({ params: { id } }) => {
      const { error, stack } = await requireRun(services, id);
      if (error) return { type: error.type, message: error.message, stack };
      throw new Problem('not-found', `Run ${id} has no error.`);
    },
  );

  app.get(
    '/runs/:id/child-pipeline',
    {
      schema: {
        tags: ['runs'],
        summary: 'Get the child pipeline of a pipeline node, with the state of its nodes',
        params,
        querystring: childPipelineQuery,
        response: { 200: childPipelineSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { path } }) =>
      viewChildPipeline(services, await requireRun(services, id), path),
  );

  app.get(
    '/runs/:id/conversations',
    {
      schema: {
        tags: ['runs'],
        summary: 'Get the conversations of an agent: messages of the model and results of tools',
        description: 'One conversation for each attempt at the node; none if it has not begun.',
        params,
        querystring: conversationListQuery,
        response: { 200: conversationListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { nodePath } }) => {
      const { id: runId } = await requireRun(services, id);
      return { items: await viewConversations(services, runId, nodePath), nextCursor: null };
    },
  );

  app.get(
    '/runs/:id/plans',
    {
      schema: {
        tags: ['runs'],
        summary: 'List the plans of the agents of a run, with their revisions',
        params,
        querystring: planListQuery,
        response: { 200: planListSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { nodePath } }) => {
      const { id: runId } = await requireRun(services, id);
      const { plans } = services;
      const rows = await (nodePath ? plans.revisions(runId, nodePath) : plans.current(runId));
      return { items: rows.map(viewPlan), nextCursor: null };
    },
  );
};
