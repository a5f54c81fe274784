import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { prunedSchema, pruneSchema } from '../../contracts/api/index.ts';
import { requirePrincipal } from '../access/principal.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { pruneRuns } from './prune-runs.ts';

/** Makes room in the records. */
export const pruneRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/prune',
    {
      schema: {
        tags: ['backups'],
        summary: 'Delete steps, conversations and artifacts of old runs',
        description:
          'Runs stay in the list with their status, input, output, approvals and costs. Open runs, what they retry, and runs with open side effects keep everything.',
        body: pruneSchema,
        response: { 200: prunedSchema, ...problems },
      },
    },
    async (asked) => {
      const { olderThanDays, maxMegabytes, keep, dryRun } = asked.body;
      const { name: by } = requirePrincipal(asked);
      const limits = {
        ...(olderThanDays !== undefined && { olderThanDays }),
        ...(maxMegabytes !== undefined && { maxMegabytes }),
        ...(keep && { keep }),
      };
      return pruneRuns(services, limits, { dryRun, by, address: asked.ip });
    },
  );
};
