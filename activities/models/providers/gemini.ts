import { foreignJson } from '../../../contracts/base/foreign-json.ts';
import type { GoogleGenAI } from '@google/genai';
import type { ModelProvider } from '../provider.ts';
import { brokenStream } from './wire/broken-stream.ts';
import { createClientCall } from './wire/client-call.ts';
import { embedWithGemini } from './gemini/embeddings.ts';
import { asHttpError, errorIn, geminiHttpError } from './gemini/error.ts';
import { imageOfGemini } from './gemini/images.ts';
import { tellIgnored } from './parameters/settle.ts';
import { geminiRequest } from './gemini/request.ts';
import { createGeminiReader } from './gemini/response.ts';
import { keptFetch } from './wire/exchanges.ts';
import { unreadableAnswer } from './wire/unreadable-answer.ts';

/**
 * `fetch` for Google's package. It throws errors with their headers, and those that come with HTTP 200: the package would
 * lose both. Where a stream was asked for and JSON came, it makes a stream of it.
 */
const geminiFetch =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.ok)
      throw geminiHttpError(response.status, await response.text(), response.headers);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('application/json')) return response;
    const text = await response.text();
    const error = errorIn(text);
    if (error) throw Object.assign(new Error('an error instead of an answer'), { error });
    const wantsStream = String(input).includes('alt=sse');
    return new Response(wantsStream ? toEvents(text) : text, { headers: { 'content-type': type } });
  };

function toEvents(text: string): string {
  const body = foreignJson(text);
  if (body === undefined) throw new SyntaxError('the response is not JSON that can be read');
  const chunks = Array.isArray(body) ? body : [body];
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}

const name = 'gemini';

/** Gemini, or what speaks its API at `baseUrl` (without `/v1beta`). */
export function createGeminiProvider(settings: {
  apiKey: string;
  baseUrl: string | undefined;
}): ModelProvider {
  const { apiKey, baseUrl = 'https://generativelanguage.googleapis.com' } = settings;
  const source = { provider: name, secrets: [apiKey] };
  const call = createClientCall<GoogleGenAI>({
    ...source,
    asHttpError,
    async load() {
      const { GoogleGenAI: Client } = await import('@google/genai');
      // Each of these is said, or the package takes it from the environment.
      return new Client({
        apiKey,
        enterprise: false,
        apiVersion: 'v1beta',
        httpOptions: { baseUrl, fetch: geminiFetch(keptFetch(source.secrets)) },
      });
    },
  });

  return {
    name,
    async chat(request, { signal, onDelta, onIgnored }) {
      const { parameters, ignored } = geminiRequest(request, signal);
      tellIgnored(name, request, ignored, { onIgnored });
      const read = await call(signal, async ({ models }) => {
        const reader = createGeminiReader(name, onDelta);
        if (!onDelta) {
          const answer = await models.generateContent(parameters);
          reader.add(answer);
          return reader.finish() ?? unreadableAnswer(source, answer);
        }
        let last: unknown;
        for await (const chunk of await models.generateContentStream(parameters)) {
          if (!reader.add(chunk)) last = chunk;
        }
        const answer = reader.finish();
        if (answer) return answer;
        if (last) return unreadableAnswer(source, last);
        throw brokenStream(name);
      });
      return { ...read, ...(ignored.length > 0 && { ignored }) };
    },
    generateImage: (request, { signal }) =>
      call(signal, (client) => imageOfGemini(client, request, { source, signal })),
    embed: (request, { signal }) =>
      call(signal, (client) => embedWithGemini(client, request, { source, signal })),
  };
}
