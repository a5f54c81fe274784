import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  callToolHeaders,
  callToolSchema,
  quotaQuery,
  quotaSchema,
  toolParams,
  toolResultSchema,
} from '../../contracts/api/index.ts';
import type { GatewayQuotaAnswer, GatewayToolAnswer } from '../../contracts/models/gateway-call.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { clientSignal } from '../base/client-signal.ts';
import type { Services } from '../services.ts';
import { requireTool } from './require-tool.ts';
import { problems } from '../base/responses.ts';

/** Single calls of tools, and what is left of their limits. Workers count, and answer. */
export const toolCallRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tools/:name',
    {
      schema: {
        tags: ['catalog'],
        summary: 'Call a tool and wait for its answer',
        description:
          'The call passes the same checks as in a run: plan, permission, rate limit, arguments. A tool with ' +
          'a side effect runs at once; send an Idempotency-Key so that you can retry the request safely.',
        params: toolParams,
        headers: callToolHeaders,
        body: callToolSchema,
        response: { 200: toolResultSchema, ...problems },
      },
    },
    async ({ params: { name }, headers, body: { args, user } }, reply) => {
      // Without a worker nobody would answer. What is wrong with the call, the executor says and puts on record.
      await publishedCatalog(services);
      const call = await services.calls.open<GatewayToolAnswer>({
        kind: 'tool',
        user,
        idempotencyKey: headers['idempotency-key'],
        body: { name, args },
        priority: 'high',
        request: { tool: name, args },
        summary: `tool ${name}`,
      });
      const { output, metadata } = await call.answer(clientSignal(reply));
      return { id: call.id, tool: name, output, metadata };
    },
  );

  app.get(
    '/tools/:name/quota',
    {
      schema: {
        tags: ['catalog'],
        summary: 'Get how many calls of a tool a user has left, and when the limits reset',
        description:
          'This request does not count. Without REDIS_URL each worker counts its own calls, and one of them answers.',
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
