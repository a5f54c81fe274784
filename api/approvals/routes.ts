import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  approvalListQuery,
  approvalListSchema,
  approvalPreviewQuery,
  approvalPreviewSchema,
  approvalSchema,
  approvalTokenSchema,
  decideApprovalSchema,
  decisionsVerifiedSchema,
} from '../../contracts/api/index.ts';
import type { AccessAction } from '../../contracts/access/actions.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import { credentialOf, requirePrincipal, requireRight } from '../access/principal.ts';
import { approvalToken } from './approval-token.ts';
import { decideApproval } from './decide-approval.ts';
import { previewApproval } from './preview-approval.ts';
import { verifyDecisions } from './verify-decisions.ts';
import { viewApproval } from './view-approval.ts';
import { clientSignal } from '../base/client-signal.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ id: z.string() });

export const approvalRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/approvals',
    {
      schema: {
        tags: ['approvals'],
        summary: 'List approvals, newest first',
        querystring: approvalListQuery,
        response: { 200: approvalListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit, ...filter } }) => {
      const position = cursor === undefined ? undefined : decodeCursor(cursor);
      const rows = await services.approvals.list({ ...filter, after: position, limit: limit + 1 });
      const timeOf = ({ requestedAt, decidedAt }: (typeof rows)[number]) =>
        (filter.decided ? decidedAt : null) ?? requestedAt;
      return pageOf(rows, limit, (row) => ({ at: timeOf(row), id: row.id }), viewApproval);
    },
  );

  app.get(
    '/approvals/verify',
    {
      schema: {
        tags: ['approvals'],
        summary: 'Verify the signatures of all decisions',
        response: { 200: decisionsVerifiedSchema, ...problems },
      },
    },
    async () => verifyDecisions(services),
  );

  app.get(
    '/approvals/:id',
    {
      schema: {
        tags: ['approvals'],
        summary: 'Get an approval and what it asks you to decide',
        params,
        response: { 200: approvalSchema, ...problems },
      },
    },
    async ({ params: { id } }) => viewApproval(await requireApproval(id)),
  );

  app.get(
    '/approvals/:id/preview',
    {
      schema: {
        tags: ['approvals'],
        summary: 'Preview what a pending approval would do if you approved it now',
        description:
          'A worker computes the preview; nothing changes. 404 if the tool has no preview, 409 if the approval is ' +
          'already decided.',
        params,
        querystring: approvalPreviewQuery,
        response: { 200: approvalPreviewSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const {
        params: { id },
        query: { args },
      } = asked;
      // What other arguments would do tells of the account that they are for.
      if (args !== undefined) requireRight(requirePrincipal(asked), 'decide');
      return previewApproval(services, await requireApproval(id), args, clientSignal(reply));
    },
  );

  app.get(
    '/approvals/:id/token',
    {
      config: { right: 'decide' },
      schema: {
        tags: ['approvals'],
        summary: 'Get the token of a pending approval, to decide it with a signal',
        description:
          '403 if you are not one of its approvers, 404 if an older version requested it, 409 if it is already decided.',
        params,
        response: { 200: approvalTokenSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const approval = await requireApproval(asked.params.id);
      const token = await approvalToken(services, approval, requirePrincipal(asked));
      await note(asked, 'approval.token-read', approval);
      return reply.header('cache-control', 'no-store').send(token);
    },
  );

  app.post(
    '/approvals/:id',
    {
      schema: {
        tags: ['approvals'],
        summary: 'Approve or reject',
        description:
          '200 when the run has received the decision; 202 when it was sent but no worker has answered ' +
          'yet: the run receives it when a worker is back. 422 when `args` are not valid for the tool, alone or ' +
          'together; the approval stays pending.',
        params,
        body: decideApprovalSchema,
        response: { 200: approvalSchema, 202: approvalSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const approval = await requireApproval(asked.params.id);
      const principal = requirePrincipal(asked);
      const { despite, ...sent } = asked.body;
      const { decision } = sent;
      const decided = await decideApproval(services, approval, { ...sent, principal }).catch(
        async (error: unknown) => {
          if (error instanceof Problem && ['forbidden', 'conflict'].includes(error.kind)) {
            await note(asked, 'approval.refused', approval, { decision, why: error.record });
          }
          throw error;
        },
      );
      await note(asked, 'approval.decided', approval, {
        decision,
        ...(despite && decision === 'approve' && { despite }),
      });
      const isTaken =
        decided.status !== 'pending' || decided.voices.length > approval.voices.length;
      return reply
        .code(isTaken ? 200 : 202)
        .send(viewApproval({ ...decided, despite: despite ?? decided.despite }));
    },
  );

  async function note(
    asked: FastifyRequest,
    action: AccessAction,
    { id: target, hash }: ApprovalRow,
    detail: JsonObject = {},
  ): Promise<void> {
    const by = requirePrincipal(asked).name;
    // The access log tells how that key or session was opened, and by whose link.
    const told = { ...detail, hash, credential: credentialOf(asked) };
    await services.accessLog.add({ by, action, target, detail: told, address: asked.ip });
  }

  async function requireApproval(id: string): Promise<ApprovalRow> {
    const approval = await services.approvals.get(id);
    if (approval) return approval;
    const help = {
      request: 'GET /api/v1/approvals?status=pending',
      does: 'lists pending approvals',
    };
    throw new Problem('not-found', `Approval ${id} not found.`, undefined, { help });
  }
};
