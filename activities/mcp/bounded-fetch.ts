type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for MCP: no answer is larger than `maximumBytes`. The stream that a server may speak on by itself is not
 * opened: tools are listed again and again instead.
 * @param onTooLarge is told before the answer that is too large breaks off.
 */
export function boundedFetch(
  send: Fetch,
  { maximumBytes, onTooLarge }: { maximumBytes: number; onTooLarge: () => void },
): Fetch {
  return async (url, init) => {
    if ((init?.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    const { body, status, statusText, headers } = await send(url, init);
    if (!body || status === 204 || status === 304) {
      return new Response(null, { status, statusText, headers });
    }
    let bytes = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength;
        if (bytes <= maximumBytes) return controller.enqueue(part);
        onTooLarge();
        controller.error(new Error(`The answer is larger than ${maximumBytes} bytes.`));
      },
    });
    return new Response(body.pipeThrough(limit), { status, statusText, headers });
  };
}
