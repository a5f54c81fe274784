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
  storedOutputQuery,
  storedOutputSchema,
} from '../../contracts/api/index.ts';
import { childKeyOf, isPart } from '../../contracts/pipelines/child-of.ts';
import { viewPlan } from '../../db/views/view-plan.ts';
import { viewStep } from '../../db/views/view-step.ts';
import { Problem } from '../base/problem.ts';
import { requireRun } from './require-run.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';
import type { ChildPipelineView, ConversationView } from '../../contracts/api/index.ts';
import type { CompiledPipeline, Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { recordedNodes } from './recorded-nodes.ts';
import { viewConversation } from './view-conversation.ts';
import { viewNode } from './view-run.ts';

const params = z.object({ id: z.string() });

/** What a run has left behind, in more detail than its own state tells. */
export const runRecordRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/runs/:id/steps',
    {
      schema: {
        tags: ['runs'],
        summary: 'List the model calls and tool calls of a run, in the order they started',
        description:
          'A step appears when it starts and changes when it ends. To follow a run, read again from ' +
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
        description: 'Only this answer has the stack: users see the error message.',
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
        summary:
          'Get what a pipeline node runs, or an item of a map or round of a loop, with the state of its nodes',
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
        description: 'One conversation for each attempt at the node; none if it has not started.',
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
    '/runs/:id/outputs',
    {
      schema: {
        tags: ['runs'],
        summary: 'Get an output of a run that is too large to stand where it was given',
        description:
          'Above 64 KB a node or step has `{ artifact, bytes, preview }` in place of its output.',
        params,
        querystring: storedOutputQuery,
        response: { 200: storedOutputSchema, ...problems },
      },
    },
    async ({ params: { id }, query: { artifact } }) => {
      const run = await requireRun(services, id);
      const found = await services.artifacts.find(run.id, artifact);
      if (found) return { artifact, bytes: found.bytes, output: found.content };
      const fix = run.prunedAt ? ' It was deleted to make room.' : '';
      throw new Problem('not-found', `Run ${id} has no stored output ${artifact}.${fix}`);
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

/**
 * What a pipeline node of a run does, or an item of a map or round of a loop: its document, with the state of each node as it was recorded at the child's
 * end, as the child's workflow says it before, or as the recorded steps show it where that does not respond.
 * @throws {Problem} `not-found` where no pipeline node is at the path.
 */
async function viewChildPipeline(
  services: Services,
  run: RunRow,
  path: string,
): Promise<ChildPipelineView> {
  const pipeline = pipelineAt(run.compiled, path);
  if (!pipeline) {
    throw new Problem('not-found', `Run ${run.id} has no pipeline node at ${path}.`);
  }
  const workflowId = `${run.id}/${path}`;
  const atItsEnd = await services.runs.childNodes(run.id, path);
  const known = atItsEnd ?? (await services.temporal.state(workflowId))?.nodes;
  const nodes = known ?? (await recordedNodes(services, run, { path, pipeline }));
  return {
    path,
    document: pipeline,
    nodes: nodes.map(viewNode),
    stale: known === undefined,
    temporalUrl: services.links.temporal(workflowId),
  };
}

function pipelineAt({ pipeline, pipelines }: CompiledPipeline, path: string): Pipeline | undefined {
  let current: Pipeline | undefined = pipeline;
  for (const step of path.split('/')) {
    const [id = ''] = step.split('.', 1);
    const node: Pipeline['nodes'][number] | undefined = current?.nodes.find(
      (candidate) => candidate.id === id,
    );
    const key: string | undefined =
      node && isPart(node, step.slice(id.length)) ? childKeyOf(node) : undefined;
    current = key === undefined ? undefined : pipelines[key];
  }
  return current;
}

/** The conversations at a node path of a run, one for each attempt of the node, in their order. */
async function viewConversations(
  { conversations }: Pick<Services, 'conversations'>,
  runId: string,
  nodePath: string,
): Promise<ConversationView[]> {
  const found = await conversations.at(runId, nodePath);
  return Promise.all(
    found.map(async (conversation) =>
      viewConversation(conversation, await conversations.messages(conversation.id)),
    ),
  );
}
