import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { runExportQuery } from '../../contracts/api/index.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { exportRuns } from './export-runs.ts';

/** Records as files for other programs. */
export const exportRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/runs.jsonl',
    {
      schema: {
        tags: ['runs'],
        summary: 'Export runs with their steps, conversations, approvals and costs as JSON lines',
        description: 'Newest first, with the filters of the list of runs. One run per line.',
        querystring: runExportQuery,
        response: {
          200: {
            description: 'One run per line',
            content: { 'application/x-ndjson': { schema: z.string() } },
          },
          ...problems,
        },
      },
    },
    async ({ query }, reply) => {
      const lines = async function* () {
        for await (const run of exportRuns(services, query)) yield `${JSON.stringify(run)}\n`;
      };
      return reply.type('application/x-ndjson').send(Readable.from(lines()) as unknown as string);
    },
  );
};
