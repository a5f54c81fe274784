import { MemoryUnavailable } from '../memory-unavailable.ts';

/** The HTTP status that Qdrant answered with; undefined where it did not answer. */
export function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/**
 * An error of the client, in words that say what to do; any other error as it is. What Qdrant said is left out: it may
 * hold what was stored.
 */
export function toUnavailable(error: unknown, name: string): unknown {
  const status = statusOf(error);
  if (status === undefined && !isOfNetwork(error)) return error;
  if (status === 401 || status === 403) {
    const message = `${name} refused the key: check QDRANT_API_KEY.`;
    return new MemoryUnavailable(message, { retryable: false });
  }
  if (status !== undefined && status < 500 && ![408, 429].includes(status)) {
    const message = `${name} refused a request with status ${status}: see its log.`;
    return new MemoryUnavailable(message, { retryable: false });
  }
  const told = status === undefined ? 'does not respond' : `answers with status ${status}`;
  const message = `${name} ${told}. Check that it is running, and check QDRANT_URL.`;
  return new MemoryUnavailable(message, { retryable: true });
}

/** What `fetch` and the client throw where no answer came, or not all of it. */
function isOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfClient = error.name.startsWith('QdrantClient');
  return isOfClient || (error instanceof TypeError && error.cause instanceof Error);
}
