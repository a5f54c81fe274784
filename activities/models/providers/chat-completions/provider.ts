import type OpenAI from 'openai';
import type { CallOptions, ChatResponse, ModelProvider } from '../../provider.ts';
import { brokenStream } from '../wire/broken-stream.ts';
import { tellIgnored } from '../parameters/settle.ts';
import { chatCompletionsRequest, isStreamed } from './request.ts';
import { readChatCompletion } from './response.ts';
import { createChatCompletionsAssembly } from './stream.ts';
import { createClientCall } from '../wire/client-call.ts';
import { clientOptions } from '../wire/client-options.ts';
import { createEmbed } from '../wire/embeddings.ts';
import { createGenerateImage } from '../wire/images.ts';
import { keptFetch } from '../wire/exchanges.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';
import { isEventStream } from '../wire/http-answer.ts';
import type { VendorQuirks } from '../wire/model-quirks.ts';
import { quirks } from '../wire/quirks.ts';
import type { Vendor } from '../wire/quirks.ts';
import { tellWhole } from '../wire/tell-whole.ts';
import { unreadableAnswer } from '../wire/unreadable-answer.ts';

/**
 * A provider that speaks OpenAI's Chat Completions in a vendor's way; the client is loaded at the first request.
 * @param name what it is called, where that is not the vendor's name.
 */
export function createChatCompletionsProvider(
  spoken: Vendor,
  client: {
    apiKey: string;
    /** With the version; null is OpenAI itself. */
    baseURL: string | null;
    organization?: null;
    project?: null;
  },
  name: string = spoken,
): ModelProvider {
  const vendor: VendorQuirks = quirks[spoken];
  const source = {
    provider: name,
    secrets: [client.apiKey],
    ...(vendor.errors && { kinds: vendor.errors }),
  };
  const call = createClientCall({
    ...source,
    async load(): Promise<OpenAI> {
      const { default: Client } = await import('openai');
      return new Client({
        ...client,
        adminAPIKey: null,
        fetch: keptFetch(source.secrets),
        ...clientOptions,
      });
    },
  });

  async function readStream(
    response: Response,
    stop: AbortController,
    openai: OpenAI,
    onDelta: CallOptions['onDelta'],
  ): Promise<ChatResponse> {
    const { Stream } = await import('openai/streaming');
    const assembly = createChatCompletionsAssembly(onDelta ?? (() => {}));
    for await (const chunk of Stream.fromSSEResponse(response, stop, openai)) {
      if (!assembly.add(chunk)) unreadableAnswer(source, chunk);
    }
    const answer = readChatCompletion(assembly.whole(), vendor);
    if (!answer) throw brokenStream(name);
    return answer;
  }

  return {
    name,
    async chat(request, { signal, onDelta, onBegin, onIgnored }) {
      const streamed = isStreamed(request, vendor, onDelta !== undefined);
      const { body, ignored } = chatCompletionsRequest(request, {
        provider: spoken,
        vendor,
        streamed,
      });
      tellIgnored(name, request, ignored, { onIgnored });
      const answer = await call(signal, async (openai) => {
        // Closes the socket where reading stops before the end.
        const stop = new AbortController();
        const response = await openai.chat.completions
          .create(body, { signal: AbortSignal.any([signal, stop.signal]) })
          .asResponse();
        onBegin?.();
        if (streamed && isEventStream(response)) return readStream(response, stop, openai, onDelta);
        const written = await response.text();
        const whole = foreignJson(written);
        const read = readChatCompletion(whole, vendor) ?? unreadableAnswer(source, whole);
        if (onDelta) tellWhole(read, onDelta);
        return read;
      });
      return { ...answer, ...(ignored.length > 0 && { ignored }) };
    },
    ...(vendor.embeddingBatch !== undefined && {
      embed: createEmbed({ source, batch: vendor.embeddingBatch, call }),
    }),
    ...(vendor.images && {
      generateImage: createGenerateImage({ source, quirks: vendor.images, call }),
    }),
  };
}
