import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  embeddingsRequestSchema,
  embeddingsSchema,
  gatewayHeadersSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { Embeddings, EmbeddingsRequest } from '../../../contracts/api/gateway/index.ts';
import type { GatewayEmbeddingsAnswer } from '../../../contracts/models/gateway-call.ts';
import { callerOf } from '../../access/caller.ts';
import { requirePrincipal } from '../../access/principal.ts';
import { publishedModels } from '../../catalog/catalog.ts';
import { Problem } from '../../base/problem.ts';
import type { Services } from '../../services.ts';
import { answerHeaders } from '../answer-headers.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { resolveModel } from '../../catalog/model-names.ts';
import type { Models } from '../../catalog/model-names.ts';
import { gatewayBodyLimitBytes } from '../openai-errors.ts';
import { payWith } from '../pay-with.ts';
import { openaiErrors } from '../error-schemas.ts';

export const embeddingRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/embeddings',
    {
      bodyLimit: gatewayBodyLimitBytes,
      schema: {
        tags: ['gateway'],
        summary: "Create embeddings of texts, in OpenAI's format",
        headers: gatewayHeadersSchema,
        body: embeddingsRequestSchema,
        response: { 200: embeddingsSchema, ...openaiErrors },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const { models } = await publishedModels(services);
      const model = oneModel(body, models);
      const { texts, tokens } = inputOf(body);
      const { key, payer } = payWith(requirePrincipal(request), [model]);
      const priority = headers['x-baton-priority'];
      const call = await services.calls.open<GatewayEmbeddingsAnswer>({
        kind: 'embeddings',
        user: callerOf(request),
        idempotencyKey: headers['idempotency-key'],
        body,
        key,
        priority,
        request: {
          model,
          texts,
          ...(tokens && { tokens }),
          encoding: body.encoding_format ?? 'float',
          priority,
          ...(payer && { payer }),
          ...(body.dimensions && { dimensions: body.dimensions }),
        },
        summary: `embeddings ${model} · ${(tokens ?? texts).length} texts`,
      });
      const answer = await call.answer(signal);
      return reply
        .headers(answerHeaders(call.id, { ...answer, attempts: [] }))
        .send(toEmbeddings(answer));
    },
  );
};

function inputOf({ input }: EmbeddingsRequest): { texts: string[]; tokens?: number[][] } {
  if (typeof input === 'string') return { texts: [input] };
  const texts = input.filter((each) => typeof each === 'string');
  if (texts.length > 0) return { texts };
  const lists = input.filter((each) => Array.isArray(each));
  return {
    texts,
    tokens: lists.length > 0 ? lists : [input.filter((id) => typeof id === 'number')],
  };
}

/** @throws {Problem} for a name of several models: one model's vectors say nothing to another. */
function oneModel(
  request: { model: string; provider?: string | null | undefined },
  models: Models,
) {
  const [model, ...others] = resolveModel(request, models);
  if (model !== undefined && others.length === 0) return model;
  const message = `${request.model} is a chain of several models. Name one of them.`;
  throw new Problem('invalid-request', message, [{ path: 'model', message }]);
}

function toEmbeddings({ vectors, inputTokens, model }: GatewayEmbeddingsAnswer): Embeddings {
  return {
    object: 'list',
    model,
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  };
}
