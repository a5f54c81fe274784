import { QdrantClient } from '@qdrant/js-client-rest';

/** A request that Qdrant has not answered by then fails. */
const answerMs = 10_000;

/** A client for Qdrant at a URL, which may have a path. */
export function openQdrantClient({ url, apiKey }: { url: string; apiKey?: string | undefined }) {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/+$/, '');
  return new QdrantClient({
    url: origin,
    ...(prefix && { prefix }),
    ...(apiKey && { apiKey }),
    timeout: answerMs,
    checkCompatibility: false,
  });
}
