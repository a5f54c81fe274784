import { errorIn, geminiHttpError } from './error.ts';

/**
 * `fetch` for Google's package. It throws errors with their headers, and those that come with HTTP 200: the package would
 * lose both. Where a stream was asked for and JSON came, it makes a stream of it.
 */
export const geminiFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok) throw geminiHttpError(response.status, await response.text(), response.headers);
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('application/json')) return response;
  const text = await response.text();
  const error = errorIn(text);
  if (error) throw Object.assign(new Error('an error instead of an answer'), { error });
  const wantsStream = String(input).includes('alt=sse');
  return new Response(wantsStream ? toEvents(text) : text, { headers: { 'content-type': type } });
};

function toEvents(text: string): string {
  const body: unknown = JSON.parse(text);
  const chunks = Array.isArray(body) ? body : [body];
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}
