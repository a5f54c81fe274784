import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelProvider } from '../provider.ts';
import { brokenStream } from './wire/broken-stream.ts';
import { createClientCall } from './wire/client-call.ts';
import { readResponse } from './responses/answer.ts';
import { createResponsesApi } from './responses/api.ts';
import type { Wait } from './responses/follow.ts';
import { tellIgnored } from './parameters/settle.ts';
import { statelessBody } from './responses/request.ts';
import { respondStored } from './responses/stored.ts';
import { createResponseCollector } from './responses/stream.ts';

/**
 * OpenAI's Responses API, or what speaks it at `baseUrl` (with its version). `chat` leaves nothing at the
 * provider; `respond` goes on in a conversation that OpenAI keeps, and works on it in the background.
 *
 * @param settings.wait passes the time between two looks at a response.
 */
export function createOpenAIResponsesProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
  wait?: Wait;
}): ModelProvider & Required<Pick<ModelProvider, 'respond'>> {
  const { apiKey, baseUrl, wait = sleepUnlessAborted } = settings;
  const name = 'openai';
  const secrets = [apiKey];
  const call = createClientCall({
    provider: name,
    secrets,
    load: async () => createResponsesApi({ apiKey, baseUrl }),
  });

  return {
    name,

    async chat(request, { signal, onDelta, onIgnored }) {
      const { body, ignored } = statelessBody(request);
      tellIgnored(name, request, ignored, { onIgnored });
      const context = { provider: name, secrets, tools: request.tools };
      const answer = await call(signal, async (api) => {
        const collector = createResponseCollector(context, onDelta);
        const sent = { ...body, ...(onDelta && { stream: true }) };
        const { answer: response } = await api.create(sent, signal);
        await api.read(response, collector);
        const ended = collector.ended();
        if (!ended) throw brokenStream(name);
        return readResponse(ended.body, context);
      });
      return { ...answer, ...(ignored.length > 0 && { ignored }) };
    },

    async respond(request, options) {
      // Without tools no wrapper is opened: the kept conversation wants one result, under the wrapper's id.
      const context = { provider: name, secrets, tools: [] };
      let unrecorded: { error: unknown } | undefined;
      const onBegun = (id: string) =>
        options.onBegun(id).catch((error: unknown) => {
          unrecorded = { error };
          throw error;
        });
      try {
        return await call(options.signal, (api) =>
          respondStored({ api, request, options: { ...options, onBegun }, context, wait }),
        );
      } catch (error) {
        throw unrecorded ? unrecorded.error : error;
      }
    },
  };
}

const sleepUnlessAborted: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal });
