import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  chatCompletionRequestSchema,
  chatCompletionSchema,
  gatewayHeadersSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { ChatCompletionRequest } from '../../../contracts/api/gateway/index.ts';
import { publishedModels } from '../../catalog/catalog.ts';
import type { Services } from '../../services.ts';
import { answerHeaders } from '../answer-headers.ts';
import { chatCompletionStream } from '../chat-chunks.ts';
import { callerOf } from '../../access/caller.ts';
import { requirePrincipal } from '../../access/principal.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { resolveModel } from '../../catalog/model-names.ts';
import { gatewayBodyLimitBytes } from '../openai-errors.ts';
import { openChat } from '../open-chat.ts';
import { streamAnswer } from '../stream-answer.ts';
import { toCompletion } from '../to-completion.ts';
import { toQuestion } from '../to-question.ts';
import { openaiErrors } from '../error-schemas.ts';

export const chatCompletionRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/chat/completions',
    {
      bodyLimit: gatewayBodyLimitBytes,
      schema: {
        tags: ['gateway'],
        summary: "Create a chat completion with any model, in OpenAI's format",
        description:
          'With `stream`, the answer comes as server-sent events, one `chat.completion.chunk` each. ' +
          'The headers x-baton-model, x-baton-call-id, x-baton-cost-usd and x-baton-failover give the ' +
          'model that answered, the call id, the cost (if known before the answer begins) and the models that failed before it.',
        headers: gatewayHeadersSchema,
        body: chatCompletionRequestSchema,
        response: { 200: chatCompletionSchema, ...openaiErrors },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const { models } = await publishedModels(services);
      const chain = resolveModel(body, models);
      const model = chain[0] ?? body.model;
      const stream = body.stream ?? false;
      const call = await openChat(services, {
        chain,
        question: toQuestion(body, model),
        stream,
        oneToolCall: body.parallel_tool_calls === false,
        user: callerOf(request),
        principal: requirePrincipal(request),
        headers,
        body: withoutForm(body),
      });
      // Also where it fails, it can be looked up.
      reply.header('x-baton-call-id', call.id);
      const created = Math.floor(Date.now() / 1000);
      if (stream) {
        const includeUsage = body.stream_options?.include_usage ?? false;
        const form = chatCompletionStream({ id: call.id, created, includeUsage });
        return streamAnswer(call, reply, { model, form, signal });
      }
      const answer = await call.answer(signal);
      return reply
        .headers(answerHeaders(call.id, answer))
        .send(toCompletion(answer, { id: call.id, created }));
    },
  );
};

/** Streamed or whole, it is the same request with the same answer. */
function withoutForm(body: ChatCompletionRequest): object {
  return { ...body, stream: undefined, stream_options: undefined };
}
