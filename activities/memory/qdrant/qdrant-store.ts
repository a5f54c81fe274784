import type { Sealer } from '../../../contracts/base/sealed-text.ts';
import type { MemoryStore } from '../memory-store.ts';
import { pruneMemories } from '../prune.ts';
import { openAccess } from './access.ts';
import { findMemories } from './find-memories.ts';
import { toUnavailable, statusOf } from './qdrant-error.ts';
import type { QdrantAccess } from './access.ts';
import { collectionName } from './collections.ts';
import {
  maybePlain,
  outlineFields,
  saidFields,
  sealedFields,
  toOutline,
  toPayload,
} from './payload.ts';
import type { QdrantClient } from '@qdrant/js-client-rest';
import type { MemoryScope } from '../../../contracts/agents/memory.ts';
import { filterOf } from './filter.ts';

/** Points that are read at once. */
const pageSize = 1_000;

/** Counts, prunes and encrypts memories, and forgets those that are asked for. */
function goThrough({ client, sealer, ofAll, read }: QdrantAccess) {
  /** The points of a collection, in the order of their ids. */
  async function* pages(
    collection: string,
    asked: NonNullable<Parameters<QdrantClient['scroll']>[1]>,
  ) {
    let offset: Awaited<ReturnType<QdrantClient['scroll']>>['next_page_offset'];
    do {
      const page = await client.scroll(collection, {
        ...asked,
        limit: pageSize,
        ...(offset != null && { offset }),
      });
      yield page.points;
      offset = page.next_page_offset;
    } while (offset != null);
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
      for await (const points of pages(collection, { with_payload: outlineFields })) {
        found.push(...read(points, toOutline));
      }
      return found;
    });
  }

  async function sealOld(): Promise<void> {
    await ofAll(null, async (collection) => {
      const plain = { filter: maybePlain, with_payload: saidFields };
      for await (const points of pages(collection, plain)) {
        const operations = read(points, (point) => ({
          set_payload: { points: [point.id], payload: sealedFields(point, sealer) },
        }));
        if (operations.length === 0) continue;
        await client.batchUpdate(collection, { wait: true, operations });
      }
      return [];
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

  return { count, outlines, sealOld, forgetAll, forget };
}

/**
 * Memories in Qdrant, over its REST API: a collection for each agent and embedding, made at its first memory.
 * @param settings.sealer encrypts what the memories say; their vectors are as they are.
 * @param settings.now @default the time
 * @param settings.log told of what went wrong and did no harm; left out, nobody is
 */
export function createQdrantStore(settings: {
  url: string;
  apiKey?: string | undefined;
  sealer: Sealer;
  now?: () => Date;
  log?: (event: object) => void;
}): MemoryStore {
  const { now = () => new Date(), log = () => undefined } = settings;
  const access = openAccess({ ...settings, log });
  const { name, client } = access;
  const { similar, recall, newest } = findMemories(access, now);
  const { remember, has } = keepMemories(access);
  const { count, outlines, sealOld, forgetAll, forget } = goThrough(access);

  async function use<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      throw toUnavailable(error, name);
    }
  }

  return {
    name,
    remember: (memory) => use(() => remember(memory)),
    has: (agent, id) => use(() => has(agent, id)),
    search: (agent, query) => use(() => similar(agent, query)),
    recall: (agent, query) => use(() => recall(agent, query)),
    newest: (agent, page) => use(() => newest(agent, page)),
    count: (agent) => use(() => count(agent)),
    forget: (agent, scope) => use(() => forget(agent, scope)),
    prune: (agent, limits) =>
      use(() => pruneMemories({ count, outlines, forgetAll }, agent, limits)),
    sealOld: () => use(sealOld),
    check: () => use(async () => void (await client.getCollections())),
  };
}

/** Stores memories, each once. */
function keepMemories({ client, collections, sealer, where, ofAll }: QdrantAccess) {
  async function holds(collection: string, id: string): Promise<boolean> {
    const found = client.retrieve(collection, {
      ids: [id],
      with_payload: false,
      with_vector: false,
    });
    return (await where(found, [])).length > 0;
  }

  async function store(memory: Parameters<MemoryStore['remember']>[0]): Promise<void> {
    const { id, agent, embedding, vector } = memory;
    const collection = collectionName(agent, embedding);
    await collections.ensure(collection, vector.length);
    if (await holds(collection, id)) return;
    await client.upsert(collection, {
      wait: true,
      points: [{ id, vector, payload: toPayload(memory, sealer) }],
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

  async function has(agent: string, id: string): Promise<boolean> {
    return (await ofAll(agent, async (collection) => [await holds(collection, id)])).some(Boolean);
  }

  return { remember, has };
}
