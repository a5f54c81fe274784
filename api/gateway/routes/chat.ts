import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  chatAnswerSchema,
  chatRequestSchema,
  gatewayHeadersSchema,
} from '../../../contracts/api/gateway/index.ts';
import type { ChatAnswer } from '../../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import { argumentsText } from '../../../contracts/models/written-arguments.ts';
import { publishedCatalog } from '../../catalog/catalog.ts';
import { Problem } from '../../base/problem.ts';
import { problems } from '../../base/responses.ts';
import type { Services } from '../../services.ts';
import { answerHeaders } from '../answer-headers.ts';
import { askAssistant } from '../assistant.ts';
import { readingTools, readsWeb } from '../chat-tools.ts';
import { requireNoScope, requirePrincipal } from '../../access/principal.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { resolveModel } from '../../catalog/model-names.ts';
import { openChat } from '../open-chat.ts';
import { spentOn } from '../spent-on.ts';

export const chatRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.post(
    '/chat',
    {
      config: { scopedToModels: true },
      schema: {
        tags: ['gateway'],
        summary: 'Ask a model in plain text',
        description:
          'With `autoExecuteTools`, an agent with the read-only tools answers in a run. Without it, Baton makes one ' +
          'model call; `allowBrowsing` offers it the tools that read the web, but does not execute the calls it asks for.',
        headers: gatewayHeadersSchema,
        body: chatRequestSchema,
        response: { 200: chatAnswerSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const signal = clientSignal(reply);
      const { message, system, user, allowBrowsing, autoExecuteTools } = body;
      if (autoExecuteTools && headers['idempotency-key'] !== undefined) {
        throw new Problem('invalid-request', keyOfRun, [
          { path: 'idempotency-key', message: keyOfRun },
        ]);
      }
      const published = await publishedCatalog(services);
      const chain = resolveModel(body, published.models);
      const tools = readingTools(published, { allowBrowsing });
      const webTools = tools.filter(readsWeb);
      const notice = allowBrowsing && webTools.length === 0 ? noWebTools : null;
      if (autoExecuteTools) {
        const names = tools.map(({ name }) => name);
        const priority = headers['x-baton-priority'];
        const principal = requirePrincipal(request);
        requireNoScope(principal);
        const by = principal.name;
        const asked = { message, system, chain, tools: names, user, by, priority };
        return { ...(await askAssistant(services, asked, signal)), notice };
      }
      const call = await openChat(services, {
        chain,
        question: {
          messages: [
            ...(system === undefined ? [] : [{ role: 'system' as const, text: system }]),
            { role: 'user', text: message },
          ],
          tools: webTools.map(({ name, description, parameters }) => ({
            name,
            description,
            parameters,
          })),
          toolChoice: 'auto',
        },
        user,
        principal: requirePrincipal(request),
        headers,
        body,
      });
      const answer = await call.answer(signal);
      return reply
        .headers(answerHeaders(call.id, answer))
        .send({ ...toChatAnswer(answer), notice });
    },
  );
};

const keyOfRun =
  'autoExecuteTools does not support Idempotency-Key. Omit the header or autoExecuteTools.';

const noWebTools = 'No web tool is set up. Omit allowBrowsing.';

function toChatAnswer(answer: GatewayChatAnswer): Omit<ChatAnswer, 'notice'> {
  const { text, toolCalls } = answer;
  return {
    text,
    ...spentOn(answer),
    toolCalls: toolCalls.map((call) => ({
      name: call.name,
      arguments: call.argsError === undefined ? call.args : argumentsText(call),
      status: 'requested',
    })),
    runId: null,
  };
}
