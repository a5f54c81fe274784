import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  deletedResponseSchema,
  gatewayHeadersSchema,
  gatewayResponseSchema,
  inputItemListSchema,
  responseRequestSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { ResponseItem } from '../../../contracts/api/gateway/index.ts';
import { acting } from '../../../contracts/base/acting-user.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { userNameSchema } from '../../../contracts/base/user.ts';
import { callerOf } from '../../access/caller.ts';
import { requirePrincipal } from '../../access/principal.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { Problem } from '../../base/problem.ts';
import { publishedModels } from '../../catalog/catalog.ts';
import type { Services } from '../../services.ts';
import { answerHeaders } from '../answer-headers.ts';
import { resolveModel } from '../../catalog/model-names.ts';
import { openChat } from '../open-chat.ts';
import { gatewayBodyLimitBytes } from '../openai-errors.ts';
import { openaiErrors } from '../error-schemas.ts';
import { streamAnswer } from '../stream-answer.ts';
import { itemsOf, readConversation } from './conversation.ts';
import { toResponseQuestion } from './to-question.ts';
import { responseStream, shown, toResponse } from './to-response.ts';

const params = z.object({ id: z.string() });
/** In an address an empty name is a mistake; in a body it means none. */
const ofUser = z.looseObject({ user: acting(userNameSchema.optional(), 'missing') });

/** OpenAI's Responses API, for any provider. */
export const responseRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { gatewayResponses } = services;

  app.post(
    '/responses',
    {
      bodyLimit: gatewayBodyLimitBytes,
      schema: {
        tags: ['gateway'],
        summary: "Create a response with any model, in the format of OpenAI's Responses API",
        description:
          'Stored for 30 days unless `store` is false. With `stream`, the answer is a stream of the events of that API. The header baton-ignored lists parameters that the model does not support.',
        headers: gatewayHeadersSchema,
        body: responseRequestSchema,
        response: { 200: gatewayResponseSchema, ...openaiErrors },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const { models } = await publishedModels(services);
      const chain = resolveModel(body, models);
      const model = chain[0] ?? body.model;
      const user = callerOf(request);
      const { earlier, input } = await readConversation(gatewayResponses, body, user);
      const stream = body.stream ?? false;
      const call = await openChat(services, {
        chain,
        question: toResponseQuestion(body, [...earlier, ...input], model),
        stream,
        oneToolCall: body.parallel_tool_calls === false,
        user,
        principal: requirePrincipal(request),
        headers,
        // Streamed or whole, it is the same request with the same answer.
        body: { ...body, stream: undefined, stream_options: undefined },
      });
      // Also where it fails, it can be looked up.
      reply.header('x-baton-call-id', call.id);
      const asked = {
        request: body,
        callId: call.id,
        createdAt: Math.floor(Date.now() / 1000),
        store: async (response: z.output<typeof gatewayResponseSchema>) => {
          if (body.store === false) return;
          const previousId = body.previous_response_id ?? null;
          await gatewayResponses.add({ id: response.id, user, previousId, input, response });
        },
      };
      if (stream) {
        const form = responseStream(asked);
        return streamAnswer(call, reply, { model, form, signal });
      }
      const answer = await call.answer(signal);
      const response = await toResponse(answer, asked);
      return reply.headers(answerHeaders(call.id, answer)).send(response);
    },
  );

  app.get(
    '/responses/:id',
    {
      schema: {
        tags: ['gateway'],
        summary: 'Get a stored response',
        params,
        querystring: ofUser,
        response: { 200: gatewayResponseSchema, ...openaiErrors },
      },
    },
    async (asked) => {
      const { response } = await storedResponse(asked.params.id, callerOf(asked));
      return shown(response, Object.values(asked.query).flat());
    },
  );

  app.delete(
    '/responses/:id',
    {
      schema: {
        tags: ['gateway'],
        summary:
          'Delete a stored response. Later responses of the conversation cannot be continued',
        params,
        querystring: ofUser,
        response: { 200: deletedResponseSchema, ...openaiErrors },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      if (!(await gatewayResponses.remove(callerOf(asked), id))) throw notFound(id);
      return { id, object: 'response' as const, deleted: true as const };
    },
  );

  app.get(
    '/responses/:id/input_items',
    {
      schema: {
        tags: ['gateway'],
        summary: 'List the input items of a stored response',
        params,
        querystring: ofUser.extend({
          limit: z.coerce.number().int().min(1).max(100).default(20),
          order: z.enum(['asc', 'desc']).default('desc'),
          after: z.string().optional(),
        }),
        response: { 200: inputItemListSchema, ...openaiErrors },
      },
    },
    async (asked) => {
      const { id } = asked.params;
      const { limit, order, after } = asked.query;
      const user = callerOf(asked);
      const row = await storedResponse(id, user);
      const earlier = row.previousId
        ? await gatewayResponses.conversation(user, row.previousId)
        : [];
      const items = [...earlier.flatMap(itemsOf), ...row.input].map(viewItem(id));
      const ordered = order === 'asc' ? items : items.toReversed();
      const from = after === undefined ? 0 : ordered.findIndex((item) => item['id'] === after) + 1;
      const data = ordered.slice(from, from + limit);
      return {
        object: 'list' as const,
        data,
        first_id: idOf(data[0]),
        last_id: idOf(data.at(-1)),
        has_more: from + limit < ordered.length,
      };
    },
  );

  async function storedResponse(id: string, user: string) {
    const row = await gatewayResponses.get(user, id);
    if (!row) throw notFound(id);
    return row;
  }
};

const notFound = (id: string) =>
  new Problem(
    'not-found',
    `Response ${id} not found: stored responses are kept for 30 days, for their own user.`,
  );

const idOf = (item: JsonObject | undefined): string | null =>
  typeof item?.['id'] === 'string' ? item['id'] : null;

/** Each item has an id, and its parts are parts. */
const viewItem =
  (responseId: string) =>
  (item: ResponseItem, index: number): JsonObject => {
    const { id, status } = item;
    const { encrypted_content: _hidden, ...rest } = item as JsonObject;
    return {
      ...rest,
      id: id ?? `msg_${responseId}_${index}`,
      ...(item.type !== 'reasoning' && { status: status ?? 'completed' }),
      ...(item.type === 'message' &&
        typeof item.content === 'string' && {
          content: [
            { type: item.role === 'assistant' ? 'output_text' : 'input_text', text: item.content },
          ],
        }),
    };
  };
