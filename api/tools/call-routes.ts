import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  callToolHeaders,
  callToolSchema,
  quotaQuery,
  quotaSchema,
  toolApprovalSchema,
  toolParams,
  toolResultSchema,
} from '../../contracts/api/index.ts';
import type { GatewayQuotaAnswer } from '../../contracts/models/gateway-call.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { requirePrincipal, requireScope, requireToAllow } from '../access/principal.ts';
import { clientSignal } from '../base/client-signal.ts';
import type { Services } from '../services.ts';
import { callTool } from './call-tool.ts';
import { requireTool } from './require-tool.ts';
import { problems } from '../base/responses.ts';

/** Single calls of tools, and what is left of their limits. Workers count, and answer. */
export const toolCallRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tools/:name',
    {
      config: { scopedToTools: true },
      schema: {
        tags: ['catalog'],
        summary: 'Call a tool and wait for its answer',
        description:
          'The call passes the same checks as in a run: plan, permission, rate limit, arguments. A call with a side effect is ' +
          'answered with 202 and its approval, unless `sideEffects.policy` is `allow`, or it only reduces risk: it then runs at ' +
          'once. Send an Idempotency-Key so that you can retry the request safely; sent again after the approval, it is ' +
          'answered with the output.',
        params: toolParams,
        headers: callToolHeaders,
        body: callToolSchema,
        response: { 200: toolResultSchema, 202: toolApprovalSchema, ...problems },
      },
    },
    async (request, reply) => {
      const {
        params: { name },
        headers,
        body,
      } = request;
      const principal = requirePrincipal(request);
      requireScope(principal, name);
      requireToAllow(principal, body.sideEffects);
      // Without a worker nobody would answer. What is wrong with the call, the executor says and puts on record.
      await publishedCatalog(services);
      const by = principal.name;
      const call = { name, ...body, by, idempotencyKey: headers['idempotency-key'] };
      const answer = await callTool(services, call, clientSignal(reply));
      return reply.code('approval' in answer ? 202 : 200).send(answer);
    },
  );

  app.get(
    '/tools/:name/quota',
    {
      schema: {
        tags: ['catalog'],
        summary: 'Get how many calls of a tool a user has left, and when the limits reset',
        description:
          'This request does not use the limit. Without REDIS_URL, each worker counts its own calls, and the answer comes from one of them.',
        params: toolParams,
        querystring: quotaQuery,
        response: { 200: quotaSchema, ...problems },
      },
    },
    async ({ params, query: { user } }, reply) => {
      const { name } = requireTool(await publishedCatalog(services), params.name).tool;
      const call = await services.calls.open<GatewayQuotaAnswer>({
        kind: 'tool',
        user,
        idempotencyKey: undefined,
        body: { quotaOf: name },
        priority: 'high',
        request: { quotaOf: name },
        summary: `quota of ${name}`,
      });
      const { windows } = await call.answer(clientSignal(reply));
      return { tool: name, user, windows };
    },
  );
};
