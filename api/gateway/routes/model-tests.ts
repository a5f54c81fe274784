import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  characterAnswerSchema,
  characterTestSchema,
  gatewayHeadersSchema,
  toolCallingTestSchema,
  toolCallingVerdictSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { GatewayHeaders } from '../../../contracts/api/gateway/index.ts';
import type { ChatQuestion } from '../../../contracts/models/messages.ts';
import { suggest } from '../../../contracts/base/nearest.ts';
import { publishedCatalog, publishedModels } from '../../catalog/catalog.ts';
import { Problem } from '../../base/problem.ts';
import { problems } from '../../base/responses.ts';
import type { Services } from '../../services.ts';
import { answerHeaders } from '../answer-headers.ts';
import { characterQuestion, readCharacter } from '../character-test.ts';
import { callerOf } from '../../access/caller.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { resolveModel } from '../model-names.ts';
import { openChat } from '../open-chat.ts';
import { spentOn } from '../spent-on.ts';
import { judgeToolCalls, toolQuestion } from '../tool-calling-test.ts';

/** Test calls: what a model can do that is configured here. */
export const modelTestRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tool-calling',
    {
      schema: {
        tags: ['model tests'],
        summary: 'Test whether a model calls a tool correctly',
        headers: gatewayHeadersSchema,
        body: toolCallingTestSchema,
        response: { 200: toolCallingVerdictSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const { tools } = await publishedCatalog(services);
      const tool = tools.find(({ name }) => name === body.tool);
      if (!tool) {
        const fix = suggest(
          body.tool,
          tools.map(({ name }) => name),
        );
        const message = `Tool ${body.tool} not found.`;
        throw new Problem('invalid-request', `${message}; ${fix}`, [
          { path: 'tool', message, fix },
        ]);
      }
      const asked = await ask(
        { user: callerOf(request), body, headers, question: toolQuestion(tool, body.message) },
        { reply, signal },
      );
      return { ...judgeToolCalls(asked.answer, tool), ...asked.told };
    },
  );

  app.post(
    '/character-autocomplete',
    {
      schema: {
        tags: ['model tests'],
        summary: 'Test whether a model writes an agent character in the required format',
        headers: gatewayHeadersSchema,
        body: characterTestSchema,
        response: { 200: characterAnswerSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const asked = await ask(
        { user: callerOf(request), body, headers, question: characterQuestion(body.description) },
        { reply, signal },
      );
      return { character: readCharacter(asked.answer), ...asked.told };
    },
  );

  async function ask(
    asked: {
      user: string;
      body: { model: string; provider?: string | null | undefined };
      headers: GatewayHeaders;
      question: ChatQuestion;
    },
    { reply, signal }: { reply: FastifyReply; signal: AbortSignal },
  ) {
    const { user, body, headers, question } = asked;
    const { models } = await publishedModels(services);
    const chain = resolveModel(body, models);
    const call = await openChat(services, { chain, question, user, headers, body });
    const startedAt = performance.now();
    const answer = await call.answer(signal);
    const latencyMs = Math.round(performance.now() - startedAt);
    reply.headers(answerHeaders(call.id, answer));
    return { answer, told: { ...spentOn(answer), latencyMs, callId: call.id } };
  }
};
