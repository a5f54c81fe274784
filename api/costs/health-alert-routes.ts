import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  healthAlertListSchema,
  healthAlertQuery,
  healthAlertSchema,
  newHealthAlertSchema,
} from '../../contracts/api/index.ts';
import type { HealthAlertView } from '../../contracts/api/index.ts';
import { shortest } from '../../contracts/base/shortest.ts';
import type { HealthAlertRow } from '../../db/repositories/health/health-alerts.ts';
import { callerOf } from '../access/caller.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';

const params = z.object({ id: z.string() });

/** Of a cost, where the request says nothing else. */
const usualHours = 24;

/** Each is looked at when a run ends. */
const mostAlerts = 50;

/** What users want to be told of once runs fail too often, or cost too much. */
export const healthAlertRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { healthAlerts } = services;

  app.get(
    '/health-alerts',
    {
      schema: {
        tags: ['costs'],
        summary: 'List the alerts of a user on failure rates and costs, newest first',
        querystring: healthAlertQuery,
        response: { 200: healthAlertListSchema, ...problems },
      },
    },
    async (asked) => {
      const rows = await healthAlerts.list(callerOf(asked));
      return { items: rows.map(viewAlert), nextCursor: null };
    },
  );

  app.post(
    '/health-alerts',
    {
      schema: {
        tags: ['costs'],
        summary: 'Create an alert on a failure rate or a cost',
        description:
          'It fires, with a notification, each time the limit is crossed, and again only after it was below. Baton looks ' +
          'when it is created, when a run ends, and within half a minute after model calls were paid for.',
        body: newHealthAlertSchema,
        response: { 201: healthAlertSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { body } = asked;
      const user = callerOf(asked);
      if ((await healthAlerts.count(user)) >= mostAlerts) {
        throw new Problem(
          'conflict',
          `${user} has ${mostAlerts} alerts, which is the limit. Delete one first.`,
        );
      }
      const isRate = body.kind === 'failure-rate';
      const row = await healthAlerts.create({
        id: randomUUID(),
        user,
        kind: body.kind,
        pipeline: body.pipeline ?? null,
        most: String(isRate ? body.percent : body.usd),
        lastRuns: body.runs ?? null,
        lastHours: body.hours ?? (isRate ? null : usualHours),
      });
      reply.code(201);
      return viewAlert(row);
    },
  );

  app.delete(
    '/health-alerts/:id',
    {
      schema: {
        tags: ['costs'],
        summary: 'Delete an alert on a failure rate or a cost',
        params,
        querystring: healthAlertQuery,
        response: { 204: z.null(), ...problems },
      },
    },
    async (asked, reply) => {
      const { id } = asked.params;
      if (!(await healthAlerts.remove(id, callerOf(asked)))) {
        const help = { request: 'GET /api/v1/health-alerts', does: 'lists all alerts' };
        throw new Problem('not-found', `Alert ${id} not found.`, undefined, { help });
      }
      reply.code(204);
      return null;
    },
  );
};

function viewAlert(row: HealthAlertRow): HealthAlertView {
  const { id, user, kind, pipeline, most, lastRuns, lastHours, value, isAbove } = row;
  return {
    id,
    user,
    kind,
    pipeline,
    percent: kind === 'failure-rate' ? Number(most) : null,
    usd: kind === 'cost' ? shortest(most) : null,
    runs: lastRuns,
    hours: lastHours,
    value: value === null ? null : shortest(value),
    isAbove,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    crossedAt: row.crossedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
