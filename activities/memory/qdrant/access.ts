import type { Sealer } from '../../../contracts/base/sealed-text.ts';
import { createCollections } from './collections.ts';
import { statusOf } from './qdrant-error.ts';
import { lazily } from '../../base/lazily.ts';

const qdrant = lazily<typeof import('@qdrant/js-client-rest')>('@qdrant/js-client-rest');

/** A request that Qdrant has not answered by then fails. */
const answerMs = 10_000;

/** A client for Qdrant at a URL, which may have a path. */
function openQdrantClient({ url, apiKey }: { url: string; apiKey?: string | undefined }) {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/+$/, '');
  return new (qdrant().QdrantClient)({
    url: origin,
    ...(prefix && { prefix }),
    ...(apiKey && { apiKey }),
    timeout: answerMs,
    checkCompatibility: false,
  });
}

/** How Qdrant is read: its client, and what an agent has in its collections. */
export type QdrantAccess = ReturnType<typeof openAccess>;

/** @param settings.log told of what went wrong and did no harm */
export function openAccess(settings: {
  url: string;
  apiKey?: string | undefined;
  sealer: Sealer;
  log: (event: object) => void;
}) {
  const { url, sealer, log } = settings;
  const name = `Qdrant at ${new URL(url).host}`;
  const client = openQdrantClient(settings);
  const collections = createCollections(client);

  /** The answer for a collection; the other one where the collection is not there. */
  async function where<Answer>(ask: Promise<Answer>, absent: Answer): Promise<Answer> {
    return ask.catch((error: unknown) => {
      if (statusOf(error) === 404) return absent;
      throw error;
    });
  }

  /** Has every collection of an agent answer; null for those of every agent. */
  async function ofAll<Answer>(
    agent: string | null,
    ask: (collection: string) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    const names = await collections.of(agent);
    const answers = await Promise.all(names.map((collection) => where(ask(collection), [])));
    return answers.flat();
  }

  /** What points hold; one that somebody else has written is no memory, and is passed over. */
  function read<Point extends { id: string | number }, Held>(
    points: Point[],
    holdsOf: (point: Point) => Held,
  ): Held[] {
    return points.flatMap((point) => {
      try {
        return [holdsOf(point)];
      } catch (error) {
        log({ event: 'memory not readable', store: name, point: point.id, error });
        return [];
      }
    });
  }

  return { name, client, collections, sealer, log, where, ofAll, read };
}
