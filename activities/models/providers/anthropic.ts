import type Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsNonStreaming as Body } from '@anthropic-ai/sdk/resources/messages';
import type { ModelProvider } from '../provider.ts';
import { tellIgnored } from './parameters/settle.ts';
import { anthropicRequest } from './anthropic/request.ts';
import { readAnthropicMessage } from './anthropic/response.ts';
import { collectAnthropicMessage } from './anthropic/stream.ts';
import { bindingControls } from './anthropic/thinking.ts';
import { brokenStream } from './wire/broken-stream.ts';
import { createClientCall } from './wire/client-call.ts';
import { clientOptions } from './wire/client-options.ts';
import { keptFetch } from './wire/exchanges.ts';
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
        fetch: keptFetch(source.secrets),
        ...clientOptions,
      });
    },
  });

  const read = (body: unknown) => readAnthropicMessage(body) ?? unreadableAnswer(source, body);

  return {
    name,
    async chat(request, { signal, onDelta, onRetry, onIgnored }) {
      const { body, ignored } = anthropicRequest(request);
      tellIgnored(name, request, ignored, { onIgnored });
      const answer = await call(signal, async ({ messages }) => {
        const options = { signal, headers: headersOf(body) };
        if (!onDelta) return read(await messages.create(body, options));
        const { data: events, response } = await messages
          .create({ ...body, stream: true }, options)
          .withResponse();
        if (response.headers.get('content-type')?.includes('application/json')) {
          const whole = read(await response.json());
          tellWhole(whole, onDelta);
          return whole;
        }
        const message = await collectAnthropicMessage(events, { onDelta, onRetry });
        if (!message) throw brokenStream(name);
        return read(message);
      });
      return { ...answer, ...(ignored.length > 0 && { ignored }) };
    },
  };
}

function headersOf({ thinking }: Body): Record<string, string> {
  const isBound = thinking !== undefined && 'block_binding' in thinking;
  return isBound ? { 'anthropic-beta': bindingControls } : {};
}
