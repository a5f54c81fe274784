import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  createdShareSchema,
  newShareSchema,
  shareListSchema,
  shareSchema,
} from '../../contracts/api/index.ts';
import type { ShareView } from '../../contracts/api/index.ts';
import type { RunShareRow } from '../../db/repositories/runs/run-shares.ts';
import { requireOwn, requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import { requireRun } from '../runs/require-run.ts';
import type { Services } from '../services.ts';

const params = z.object({ id: z.string() });
const shareParams = params.extend({ share: z.string() });
const dayMs = 86_400_000;

/** Links that show one run to people without an account. */
export const shareRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { runShares, links } = services;

  app.post(
    '/runs/:id/shares',
    {
      config: { audit: { action: 'run.shared', tells: ['expiresInDays'] } },
      schema: {
        tags: ['runs'],
        summary: 'Create a link that shows a run to whoever has it',
        description:
          'It shows the nodes, outputs, messages, decisions and cost of this one run, as it is when it is opened, and ' +
          'can change nothing. Everyone who has the link can open it until it expires or is revoked.',
        params,
        body: newShareSchema,
        response: { 201: createdShareSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const run = await requireRun(services, asked.params.id);
      const instead = `Ask ${run.user} or an admin.`;
      requireOwn(requirePrincipal(asked), run, { verb: 'share', instead });
      const { row, token } = await runShares.create({
        runId: run.id,
        createdBy: requirePrincipal(asked).name,
        expiresAt: new Date(Date.now() + asked.body.expiresInDays * dayMs),
      });
      reply.code(201).header('cache-control', 'no-store');
      // Behind #, which browsers send to no server and no log holds.
      return { ...viewShare(row), link: `${links.shared}#${token}` };
    },
  );

  app.get(
    '/runs/:id/shares',
    {
      schema: {
        tags: ['runs'],
        summary: 'List the links of a run, newest first',
        params,
        response: { 200: shareListSchema, ...problems },
      },
    },
    async ({ params: { id } }) => {
      const run = await requireRun(services, id);
      return { items: (await runShares.list(run.id)).map(viewShare), nextCursor: null };
    },
  );

  app.delete(
    '/runs/:id/shares/:share',
    {
      config: { audit: { action: 'run.share-revoked' } },
      schema: {
        tags: ['runs'],
        summary: 'Revoke a link of a run. It opens nothing from now on',
        params: shareParams,
        response: { 200: shareSchema, ...problems },
      },
    },
    async ({ params: { id: runId, share: id } }) => {
      const isThere = await runShares.revoke({ id, runId });
      const row = isThere
        ? (await runShares.list(runId)).find((each) => each.id === id)
        : undefined;
      if (row) return viewShare(row);
      throw new Problem('not-found', `Run ${runId} has no link ${id}.`);
    },
  );
};

function viewShare({ id, createdBy, ...times }: RunShareRow): ShareView {
  return {
    id,
    createdBy,
    createdAt: times.createdAt.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    revokedAt: times.revokedAt?.toISOString() ?? null,
    usedAt: times.usedAt?.toISOString() ?? null,
  };
}
