import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  anthropicAnswerSchema,
  anthropicCountSchema,
  anthropicErrorSchema,
  anthropicHeadersSchema,
  anthropicRequestSchema,
  anthropicTokenCountSchema,
} from '../../../contracts/api/gateway/index.ts';
import { estimateInputTokens } from '../../../contracts/models/estimate-tokens.ts';
import { callerOf } from '../../access/caller.ts';
import { requirePrincipal } from '../../access/principal.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { publishedModels } from '../../catalog/catalog.ts';
import type { Services } from '../../services.ts';
import { Problem } from '../../base/problem.ts';
import { answerHeaders, ignoredHeader } from '../answer-headers.ts';
import { resolveModel } from '../../catalog/model-names.ts';
import { openChat } from '../open-chat.ts';
import { gatewayBodyLimitBytes } from '../openai-errors.ts';
import { streamAnswer } from '../stream-answer.ts';
import { addRequestValidation } from '../validation.ts';
import { addAnthropicErrors } from './errors.ts';
import { anthropicStream, toAnthropicAnswer } from './to-answer.ts';
import { toAnthropicQuestion } from './to-question.ts';

const errors = {
  '4xx': anthropicErrorSchema.describe('The request is not valid'),
  '5xx': anthropicErrorSchema.describe(
    'No model answered, or the server cannot handle the request now',
  ),
} as const;

/** What clients of Anthropic's API find here, in its form and with its errors. */
export const anthropicRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  addAnthropicErrors(app);
  addRequestValidation(app);

  app.post(
    '/messages',
    {
      bodyLimit: gatewayBodyLimitBytes,
      schema: {
        tags: ['gateway'],
        summary: "Create a message with any model, in Anthropic's format",
        description:
          'With `stream`, the answer is a stream of events in this format. The header baton-ignored lists parameters that the model does not support.',
        headers: anthropicHeadersSchema,
        body: anthropicRequestSchema,
        response: { 200: anthropicAnswerSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const { models } = await publishedModels(services);
      const chain = resolveModel(body, models);
      const model = chain[0] ?? body.model;
      const { question, oneToolCall } = toAnthropicQuestion(body, model, ignoredHeaders(headers));
      const stream = body.stream ?? false;
      const call = await openChat(services, {
        chain,
        question,
        stream,
        oneToolCall,
        user: callerOf(request),
        principal: requirePrincipal(request),
        headers,
        // Streamed or whole, it is the same request with the same answer.
        body: { ...body, stream: undefined },
      });
      // Also where it fails, it can be looked up.
      reply.header('x-baton-call-id', call.id);
      const identity = { id: `msg_${call.id}`, thinking: wantsThoughts(body) };
      if (stream) {
        const form = anthropicStream(identity);
        return streamAnswer(call, reply, { model, form, signal });
      }
      const answer = await call.answer(signal);
      return reply
        .headers(answerHeaders(call.id, answer))
        .send(toAnthropicAnswer(answer, identity));
    },
  );

  app.post(
    '/messages/count_tokens',
    {
      bodyLimit: gatewayBodyLimitBytes,
      schema: {
        tags: ['gateway'],
        summary: 'Estimate the input tokens of a message request',
        description: 'Baton estimates the number; it does not ask a provider.',
        headers: anthropicHeadersSchema,
        body: anthropicCountSchema,
        response: { 200: anthropicTokenCountSchema, ...errors },
      },
    },
    async ({ body, headers }, reply) => {
      const { models } = await publishedModels(services);
      const [model = body.model] = resolveModel(body, models);
      const { question } = toAnthropicQuestion(body, model, ignoredHeaders(headers));
      const { unknown = [], strict } = question;
      if (strict && unknown.length > 0) {
        throw new Problem(
          'invalid-request',
          `Unknown parameters: ${unknown.join(', ')}. ${howToCount}`,
        );
      }
      return reply
        .headers(ignoredHeader(unknown))
        .send({ input_tokens: estimateInputTokens(question) });
    },
  );
};

const howToCount = 'Remove them, or send the request without strict.';

const version = '2023-06-01';

function ignoredHeaders(headers: Record<string, unknown>): string[] {
  const { 'anthropic-beta': beta, 'anthropic-version': asked = version } = headers;
  return [
    ...(beta === undefined ? [] : ['anthropic-beta']),
    ...(asked === version ? [] : ['anthropic-version']),
  ];
}

function wantsThoughts({ thinking }: { thinking?: { type: string } | null | undefined }): boolean {
  return thinking !== undefined && thinking !== null && thinking.type !== 'disabled';
}
