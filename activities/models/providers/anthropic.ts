import type Anthropic from '@anthropic-ai/sdk';
import type { ChatRequest, ModelProvider } from '../provider.ts';
import { anthropicBody } from './anthropic/request.ts';
import { readAnthropicMessage } from './anthropic/response.ts';
import { collectAnthropicMessage } from './anthropic/stream.ts';
import { bindingControls } from './anthropic/thinking.ts';
import { brokenStream } from './wire/broken-stream.ts';
import { createClientCall } from './wire/client-call.ts';
import { clientOptions } from './wire/client-options.ts';
import { tellWhole } from './wire/tell-whole.ts';
import { unreadableAnswer } from './wire/unreadable-answer.ts';

const name = 'anthropic';

/** Anthropic, or what speaks its Messages at `baseUrl` (without `/v1`). */
export function createAnthropicProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  const { apiKey, baseUrl } = settings;
  const source = { provider: name, secrets: [apiKey] };
  const call = createClientCall<Anthropic>({
    ...source,
    async load() {
      const { default: Client } = await import('@anthropic-ai/sdk');
      return new Client({
        apiKey,
        baseURL: baseUrl ?? null,
        // Its spans would be beside ours.
        openTelemetry: false,
        ...clientOptions,
      });
    },
  });

  const read = (body: unknown) => readAnthropicMessage(body) ?? unreadableAnswer(source, body);

  return {
    name,
    chat: (request, { signal, onDelta, onRetry }) =>
      call(signal, async ({ messages }) => {
        const { body, options } = toCall(request, signal);
        if (!onDelta) return read(await messages.create(body, options));
        const { data: events, response } = await messages
          .create({ ...body, stream: true }, options)
          .withResponse();
        if (response.headers.get('content-type')?.includes('application/json')) {
          const answer = read(await response.json());
          tellWhole(answer, onDelta);
          return answer;
        }
        const message = await collectAnthropicMessage(events, { onDelta, onRetry });
        if (!message) throw brokenStream(name);
        return read(message);
      }),
  };
}

function toCall(request: ChatRequest, signal: AbortSignal) {
  const body = anthropicBody(request);
  const isBound = body.thinking !== undefined && 'block_binding' in body.thinking;
  const headers = isBound ? { 'anthropic-beta': bindingControls } : {};
  return { body, options: { signal, headers } };
}
