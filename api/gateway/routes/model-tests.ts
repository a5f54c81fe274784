import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  characterAnswerSchema,
  characterTestSchema,
  gatewayHeadersSchema,
  personAnswerSchema,
  personTrySchema,
  toolCallingTestSchema,
  toolCallingVerdictSchema,
  toolTryAnswerSchema,
  toolTrySchema,
} from '../../../contracts/api/gateway/index.ts';
import type { GatewayHeaders } from '../../../contracts/api/gateway/index.ts';
import type { ChatQuestion } from '../../../contracts/models/messages.ts';
import { suggest } from '../../../contracts/base/nearest.ts';
import { publishedCatalog, publishedModels } from '../../catalog/catalog.ts';
import { Problem } from '../../base/problem.ts';
import { problems } from '../../base/responses.ts';
import type { Services } from '../../services.ts';
import { answerHeaders } from '../answer-headers.ts';
import { readingTools } from '../chat-tools.ts';
import { personQuestion, readPerson } from '../person-try.ts';
import { runReadingTool } from '../reading-tool.ts';
import { tryTools } from '../tool-try.ts';
import { characterQuestion, readCharacter } from '../character-test.ts';
import { callerOf } from '../../access/caller.ts';
import { requirePrincipal } from '../../access/principal.ts';
import type { Principal } from '../../access/principal.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { resolveModel } from '../../catalog/model-names.ts';
import { openChat } from '../open-chat.ts';
import { spentOn } from '../spent-on.ts';
import { judgeToolCalls, toolQuestion } from '../tool-calling-test.ts';

const webSearch = 'web_search';

/** Test calls: what a model can do that is configured here. */
export const modelTestRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/tool-calling',
    {
      config: { scopedToModels: true },
      schema: {
        tags: ['model tests'],
        summary: 'Test whether a model calls a tool correctly',
        description:
          'With `query`, the model answers it with the read-only tools. With `autoExecute`, Baton runs the calls.',
        headers: gatewayHeadersSchema,
        body: z.union([toolCallingTestSchema, toolTrySchema]),
        response: { 200: z.union([toolCallingVerdictSchema, toolTryAnswerSchema]), ...problems },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const user = callerOf(request);
      const principal = requirePrincipal(request);
      const published = await publishedCatalog(services);
      const { tools } = published;
      if ('query' in body) {
        const reading = readingTools(published, { allowBrowsing: true });
        const one = (question: ChatQuestion) =>
          ask(
            {
              user,
              principal,
              body,
              headers: { ...headers, 'idempotency-key': undefined },
              question,
            },
            { reply, signal },
          );
        return tryTools(
          services,
          { ...body, tools: reading, user },
          { signal, ask: async (question) => (await one(question)).answer },
        );
      }
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
        { user, principal, body, headers, question: toolQuestion(tool, body.message) },
        { reply, signal },
      );
      return { ...judgeToolCalls(asked.answer, tool), ...asked.told };
    },
  );

  app.post(
    '/character-autocomplete',
    {
      config: { scopedToModels: true },
      schema: {
        tags: ['model tests'],
        summary: 'Test whether a model writes a character in the required format',
        description:
          'With `description`, the character of an agent; with `firstName`, a character of a story. `mode: web` looks the name up first.',
        headers: gatewayHeadersSchema,
        body: z.union([characterTestSchema, personTrySchema]),
        response: { 200: z.union([characterAnswerSchema, personAnswerSchema]), ...problems },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const user = callerOf(request);
      const principal = requirePrincipal(request);
      if ('firstName' in body) {
        const { firstName, mode } = body;
        const found = mode === 'web' ? await lookUp(firstName, user, signal) : undefined;
        const question = personQuestion(firstName, found);
        const asked = { user, principal, body, headers, question };
        const { answer } = await ask(asked, { reply, signal });
        return readPerson(answer, found === undefined ? 'ai' : 'web');
      }
      const asked = await ask(
        { user, principal, body, headers, question: characterQuestion(body.description) },
        { reply, signal },
      );
      return { character: readCharacter(asked.answer), ...asked.told };
    },
  );

  /** What the web says of a name; undefined where no tool is set up for that, or nothing was found. */
  async function lookUp(name: string, user: string, signal: AbortSignal) {
    const tools = readingTools(await publishedCatalog(services), { allowBrowsing: true });
    if (!tools.some((tool) => tool.name === webSearch)) return undefined;
    const args = { query: name };
    const { result, failed } = await runReadingTool(
      services,
      { tool: webSearch, args, user },
      signal,
    );
    return failed ? undefined : result;
  }

  async function ask(
    asked: {
      user: string;
      principal: Principal;
      body: { model: string; provider?: string | null | undefined };
      headers: GatewayHeaders;
      question: ChatQuestion;
    },
    { reply, signal }: { reply: FastifyReply; signal: AbortSignal },
  ) {
    const { user, principal, body, headers, question } = asked;
    const { models } = await publishedModels(services);
    const chain = resolveModel(body, models);
    const call = await openChat(services, { chain, question, user, principal, headers, body });
    const startedAt = performance.now();
    const answer = await call.answer(signal);
    const latencyMs = Math.round(performance.now() - startedAt);
    reply.headers(answerHeaders(call.id, answer));
    return { answer, told: { ...spentOn(answer), latencyMs, callId: call.id } };
  }
};
