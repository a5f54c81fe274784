import type {
  FoundMemory,
  Memory,
  MemoryPage,
  MemoryQuery,
} from '../../../contracts/agents/memory.ts';
import type { QdrantAccess } from './access.ts';
import { collectionName } from './collections.ts';
import { filterOf } from './filter.ts';
import { toMemory } from './payload.ts';
import { toUnavailable } from './qdrant-error.ts';

/** Looks memories up: by what they are like, or by when they were made. */
export function findMemories(access: QdrantAccess, now: () => Date) {
  const { name, client, sealer, log, where, ofAll, read } = access;

  async function similar(agent: string, query: MemoryQuery): Promise<FoundMemory[]> {
    const { vector, embedding, user, asOf, floor, limit, offset = 0 } = query;
    const filter = filterOf({ ...(user !== undefined && { user }), asOf });
    const asked = client.query(collectionName(agent, embedding), {
      query: vector,
      limit,
      offset,
      score_threshold: floor,
      with_payload: true,
      ...(filter && { filter }),
    });
    const { points } = await where(asked, { points: [] });
    return read(points, (point) => ({ ...toMemory(point, sealer), similarity: point.score }));
  }

  /** As `similar`, and notes that they were told. */
  async function recall(agent: string, query: MemoryQuery): Promise<FoundMemory[]> {
    const found = await similar(agent, query);
    await noteRecalls(collectionName(agent, query.embedding), found);
    return found;
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
    return read(points, (point) => toMemory(point, sealer))
      .toSorted(
        (one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1),
      )
      .slice(offset, end);
  }

  return { similar, recall, newest };
}
