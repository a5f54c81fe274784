import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  addressedAgentsSchema,
  cancelRunSchema,
  idempotencyHeaders,
  interruptRunSchema,
  resumeRunSchema,
  retriedRunsSchema,
  retryForecastSchema,
  retryRunSchema,
  retryRunsSchema,
  runListQuery,
  runListSchema,
  runSchema,
  startedRunSchema,
  startRunSchema,
} from '../../contracts/api/index.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { actingUser, requireOwn, requirePrincipal, requireRight } from '../access/principal.ts';
import { cancelRun } from './cancel-run.ts';
import { createRun } from './create-run.ts';
import { earlierRun } from './earlier-run.ts';
import { forecastRetry } from './forecast-retry.ts';
import { listRuns } from './list-runs.ts';
import { planRetryOf } from './plan-retry.ts';
import { requireRun } from './require-run.ts';
import { retryRuns, startRetry } from './retry-run.ts';
import { interruptRun, resumeRun } from './steer-run.ts';
import { viewNewRun, viewRun } from './view-run.ts';
import { whileShowing } from '../../db/sealing.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ id: z.string() });

/** Runs: starting, finding and steering them. */
export const runRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'Start a run of a stored pipeline, or of a document',
        description:
          '201 when the run has started. 202 when Temporal cannot be reached: the run is stored and starts ' +
          'when Temporal is back. 403 when every path through it ends at a tool that the user cannot call ' +
          'with the current plan and permissions.',
        headers: idempotencyHeaders,
        body: startRunSchema,
        response: { 201: startedRunSchema, 202: startedRunSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      // Whoever writes a document decides where it asks a person.
      const principal = requirePrincipal(request);
      if (body.document) requireRight(principal, 'write');
      const idempotency = { key: headers['idempotency-key'], body: ['run', body] };
      const { id, started, warnings } =
        (await earlierRun(services, body.user, idempotency)) ??
        (await createRun(services, body, { startedBy: principal.name, idempotency }));
      reply.code(started ? 201 : 202).header('location', services.links.run(id));
      const run = await requireRun(services, id);
      const view = await viewNewRun(services, run, { started });
      return { ...view, warnings: hasEnded(view.status) ? [] : warnings };
    },
  );

  app.get(
    '/runs',
    {
      schema: {
        tags: ['runs'],
        summary: 'List runs, newest first',
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
        summary: 'Get a run with the state of each node',
        params,
        response: { 200: runSchema, ...problems },
      },
    },
    async ({ params: { id } }) => viewRun(services, await requireRun(services, id)),
  );

  app.post(
    '/runs/:id/retry',
    {
      schema: {
        tags: ['runs'],
        summary: 'Retry an ended run from where it stopped, or from a node',
        description:
          'Starts a new run that keeps the outputs of completed nodes. Agents that did not finish continue their ' +
          'conversation. 409 if another run retries it already, unless `again` is set. 200 with the forecast for a dry run; 201 and 202 as for POST /runs.',
        params,
        headers: idempotencyHeaders,
        body: retryRunSchema.nullish(),
        response: {
          200: retryForecastSchema,
          201: startedRunSchema,
          202: startedRunSchema,
          ...problems,
        },
      },
    },
    async (asked, reply) => {
      const { dryRun, ...request } = retryRunSchema.parse(asked.body ?? {});
      const principal = requirePrincipal(asked);
      const run = await requireRun(services, asked.params.id);
      actingUser(principal, run.user);
      // Whoever gives an output, or a document, decides what its node would have.
      if (request.outputs || request.document) requireRight(principal, 'write');
      if (dryRun) {
        return forecastRetry(services, run, await planRetryOf(services, run, request));
      }
      const idempotency = {
        key: asked.headers['idempotency-key'],
        body: ['retry', run.id, request],
      };
      const options = { startedBy: principal.name, idempotency, again: request.again };
      const { id, started, warnings } =
        (await earlierRun(services, run.user, idempotency)) ??
        (await startRetry(services, run, await planRetryOf(services, run, request), options));
      reply.code(started ? 201 : 202).header('location', services.links.run(id));
      const view = await viewNewRun(services, await requireRun(services, id), { started });
      return { ...view, warnings: hasEnded(view.status) ? [] : warnings };
    },
  );

  app.post(
    '/runs/retry',
    {
      schema: {
        tags: ['runs'],
        summary: 'Retry the failed runs of a filter, newest first',
        description: 'Leaves out runs that were retried already. A dry run starts nothing.',
        body: retryRunsSchema,
        response: { 200: retriedRunsSchema, ...problems },
      },
    },
    async (asked) => retryRuns(services, asked.body, { startedBy: requirePrincipal(asked).name }),
  );

  app.post(
    '/runs/:id/cancel',
    {
      schema: {
        tags: ['runs'],
        summary: 'Cancel a run: running nodes end cleanly, nothing new starts',
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
      reply.code(202);
      const asked = { by: requirePrincipal(request).name, ...body };
      // Also one whose records no key opens can be stopped.
      return whileShowing(async () => {
        await cancelRun(services, await requireRun(services, id), asked);
        return viewRun(services, await requireRun(services, id));
      });
    },
  );

  app.post(
    '/runs/:id/interrupt',
    {
      schema: {
        tags: ['runs'],
        summary: 'Interrupt agents: they pause after their current turn until resumed',
        params,
        body: interruptRunSchema.nullish(),
        response: { 202: addressedAgentsSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const {
        params: { id },
        body,
      } = asked;
      reply.code(202);
      const request = { by: requirePrincipal(asked).name, ...body };
      const run = await requireRun(services, id);
      requireOwn(requirePrincipal(asked), run);
      return { agents: await interruptRun(services, run, request) };
    },
  );

  app.post(
    '/runs/:id/resume',
    {
      schema: {
        tags: ['runs'],
        summary: 'Resume interrupted agents, optionally with an instruction',
        params,
        body: resumeRunSchema.nullish(),
        response: { 202: addressedAgentsSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const {
        params: { id },
        body,
      } = asked;
      reply.code(202);
      const request = { by: requirePrincipal(asked).name, ...body };
      const run = await requireRun(services, id);
      requireOwn(requirePrincipal(asked), run);
      return { agents: await resumeRun(services, run, { ...request, address: asked.ip }) };
    },
  );
};
