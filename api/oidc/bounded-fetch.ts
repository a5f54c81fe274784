import { isSafeUrl } from './env.ts';

/** The provider does not answer, or not as one that works. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** Documents of providers have some kilobytes. */
const mostBytes = 1_000_000;

/**
 * `fetch` for requests to the provider: over TLS or within this machine, without redirects, and no more than so many bytes.
 * How long it may take, the signal of `init` says.
 * @throws {ProviderAway} with the reason.
 */
export async function boundedFetch(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address);
  if (!isSafeUrl(url)) throw new ProviderAway(`${url.host} does not use TLS`);
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual' });
    const body = await readBody(answer, url);
    if (answer.status >= 500) throw new ProviderAway(`${url.host} answered ${answer.status}`);
    const { status, headers } = answer;
    return new Response(body.length > 0 ? body : null, { status, headers });
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    throw new ProviderAway(`${url.host}: ${reasonOf(error)}`, { cause: error });
  }
}

async function readBody({ body }: Response, { host }: URL): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new ProviderAway(`${host} answered more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'no answer in time';
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? message;
}
