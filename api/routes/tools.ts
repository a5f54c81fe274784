import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callToolHeaders, callToolSchema, toolResultSchema } from '../../contracts/api/index.ts';
import type { GatewayToolAnswer } from '../../contracts/gateway-call.ts';
import { suggest } from '../../contracts/nearest.ts';
import { checkValue } from '../../contracts/validation/json-schema.ts';
import { publishedCatalog } from '../catalog.ts';
import { clientSignal } from '../gateway/client-signal.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { problems } from './responses.ts';

const params = z.object({ name: z.string() });

/** Who calls tools by the API: limits are counted for it apart from those of runs. */
const user = 'operator';

/** Single calls of tools. */
export const toolRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tools/:name',
    {
      schema: {
        tags: ['catalog'],
        summary: 'Call a tool, and wait for its answer',
        description:
          'It passes the same checks as in a run: plan, permission, rate limit, arguments. A tool with ' +
          'a side effect is carried out at once: send an Idempotency-Key to be able to send it again.',
        params,
        headers: callToolHeaders,
        body: callToolSchema,
        response: { 200: toolResultSchema, ...problems },
      },
    },
    async ({ params: { name }, headers, body: { args } }, reply) => {
      const { tools } = await publishedCatalog(services);
      const tool = tools.find((one) => one.name === name);
      if (!tool) {
        const hint = suggest(
          name,
          tools.map((one) => one.name),
        );
        throw new Problem('not-found', `There is no tool "${name}": ${hint}`);
      }
      const { problems: mistakes } = checkValue(tool.parameters, args, ['args']);
      if (mistakes.length > 0) {
        throw new Problem('invalid-request', `The arguments of ${name} do not fit.`, mistakes);
      }
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
};
