import type { QdrantClient } from '@qdrant/js-client-rest';
import type { FoundMemory, Memory, MemoryScope } from '../../../contracts/memory.ts';
import type { MemoryPage, MemoryQuery, MemoryStore } from '../memory-store.ts';
import { pruneMemories } from '../prune.ts';
import { collectionName, createCollections } from './collections.ts';
import { openQdrantClient } from './open-client.ts';
import { outlineFields, toMemory, toOutline, toPayload } from './payload.ts';
import { statusOf, toUnavailable } from './qdrant-error.ts';

/** Points that are read at once. */
const pageSize = 1_000;

type Filter = NonNullable<Parameters<QdrantClient['count']>[1]>['filter'];

/**
 * Memories in Qdrant, over its REST API: a collection for each agent and embedding, made at its first memory.
 * @param settings.now @default the time
 * @param settings.log told of what went wrong and did no harm; left out, nobody is
 */
export function createQdrantStore(settings: {
  url: string;
  apiKey?: string | undefined;
  now?: () => Date;
  log?: (event: object) => void;
}): MemoryStore {
  const { url, now = () => new Date(), log = () => undefined } = settings;
  const name = `Qdrant at ${new URL(url).host}`;
  const client = openQdrantClient(settings);
  const collections = createCollections(client);

  async function use<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      throw toUnavailable(error, name);
    }
  }

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

  async function holds(collection: string, id: string): Promise<boolean> {
    const found = client.retrieve(collection, {
      ids: [id],
      with_payload: false,
      with_vector: false,
    });
    return (await where(found, [])).length > 0;
  }

  async function similar(agent: string, query: MemoryQuery): Promise<FoundMemory[]> {
    const { vector, embedding, user, floor, limit, offset = 0 } = query;
    const asked = client.query(collectionName(agent, embedding), {
      query: vector,
      limit,
      offset,
      score_threshold: floor,
      with_payload: true,
      ...(user !== undefined && { filter: filterOf({ user }) }),
    });
    const { points } = await where(asked, { points: [] });
    return read(points, (point) => ({ ...toMemory(point), similarity: point.score }));
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

  /** What was found is told whether or not its use can be noted: it may be forgotten by then. */
  async function noteRecalls(collection: string, found: FoundMemory[]): Promise<void> {
    if (found.length === 0) return;
    try {
      await noteEach(collection, found);
    } catch (error) {
      log({ event: 'memory use not noted', store: name, error: toUnavailable(error, name) });
    }
  }

  async function noteEach(collection: string, found: FoundMemory[]): Promise<void> {
    await client.batchUpdate(collection, {
      wait: true,
      operations: found.map(({ id, recalls, relevance, similarity }) => ({
        set_payload: {
          points: [id],
          payload: {
            recalls: recalls + 1,
            last_recalled_at: now().toISOString(),
            relevance: Math.max(relevance, similarity),
          },
        },
      })),
    });
  }

  async function store(memory: Parameters<MemoryStore['remember']>[0]): Promise<void> {
    const { id, agent, embedding, vector } = memory;
    const collection = collectionName(agent, embedding);
    await collections.ensure(collection, vector.length);
    if (await holds(collection, id)) return;
    await client.upsert(collection, {
      wait: true,
      points: [{ id, vector, payload: toPayload(memory) }],
    });
  }

  async function remember(memory: Parameters<MemoryStore['remember']>[0]): Promise<void> {
    try {
      await store(memory);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      // Its collection was deleted since it was last looked for.
      collections.forget(collectionName(memory.agent, memory.embedding));
      await store(memory);
    }
  }

  async function newest(agent: string, { limit, offset, user }: MemoryPage): Promise<Memory[]> {
    const end = offset + limit;
    const points = await ofAll(agent, async (collection) => {
      const found = await client.scroll(collection, {
        order_by: { key: 'at', direction: 'desc' as const },
        limit: end,
        with_payload: true,
        ...(user !== undefined && { filter: filterOf({ user }) }),
      });
      return found.points;
    });
    return read(points, toMemory)
      .toSorted(
        (one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1),
      )
      .slice(offset, end);
  }

  async function count(agent: string): Promise<Record<string, number>> {
    const counts = await ofAll(agent, async (collection) => {
      const [{ count: entries }, { points }] = await Promise.all([
        client.count(collection, { exact: true }),
        client.scroll(collection, { limit: 1, with_payload: outlineFields }),
      ]);
      return read(points, (point) => [toOutline(point).embedding, entries] as const);
    });
    return Object.fromEntries(counts);
  }

  async function outlines(agent: string) {
    return ofAll(agent, async (collection) => {
      const found = [];
      let offset: Awaited<ReturnType<QdrantClient['scroll']>>['next_page_offset'];
      do {
        const page = await client.scroll(collection, {
          limit: pageSize,
          with_payload: outlineFields,
          ...(offset != null && { offset }),
        });
        found.push(...read(page.points, toOutline));
        offset = page.next_page_offset;
      } while (offset != null);
      return found;
    });
  }

  async function forgetAll(agent: string, ids: string[]): Promise<void> {
    await ofAll(agent, async (collection) => [
      await client.delete(collection, { wait: true, points: ids }),
    ]);
  }

  async function forget(agent: string | null, scope: MemoryScope): Promise<number> {
    const filter = filterOf(scope);
    const gone = await ofAll(agent, async (collection) => {
      const { count: entries } = await client.count(collection, {
        exact: true,
        ...(filter && { filter }),
      });
      if (filter) await client.delete(collection, { wait: true, filter });
      else await client.deleteCollection(collection);
      return [entries];
    });
    return gone.reduce((sum, entries) => sum + entries, 0);
  }

  return {
    name,
    remember: (memory) => use(() => remember(memory)),
    has: (agent, id) =>
      use(async () => (await ofAll(agent, async (one) => [await holds(one, id)])).some(Boolean)),
    search: (agent, query) => use(() => similar(agent, query)),
    recall: (agent, query) =>
      use(async () => {
        const found = await similar(agent, query);
        await noteRecalls(collectionName(agent, query.embedding), found);
        return found;
      }),
    newest: (agent, page) => use(() => newest(agent, page)),
    count: (agent) => use(() => count(agent)),
    forget: (agent, scope) => use(() => forget(agent, scope)),
    prune: (agent, limits) =>
      use(() => pruneMemories({ count, outlines, forgetAll }, agent, limits)),
    check: () => use(async () => void (await client.getCollections())),
  };
}

/** Undefined for everything. */
function filterOf({ id, runId, user }: MemoryScope): Filter | undefined {
  const must = [
    ...(id === undefined ? [] : [{ has_id: [id] }]),
    ...(runId === undefined ? [] : [{ key: 'run_id', match: { value: runId } }]),
    ...(user === undefined ? [] : [{ key: 'user', match: { value: user } }]),
  ];
  return must.length > 0 ? { must } : undefined;
}
