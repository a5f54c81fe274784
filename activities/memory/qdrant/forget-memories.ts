import type { QdrantClient } from '@qdrant/js-client-rest';
import type { MemoryScope } from '../../../contracts/agents/memory.ts';
import type { QdrantAccess } from './access.ts';
import { filterOf } from './filter.ts';
import { outlineFields, toOutline } from './payload.ts';

/** Points that are read at once. */
const pageSize = 1_000;

/** Counts memories, and forgets those that are asked for; what pruning needs. */
export function forgetMemories({ client, ofAll, read }: QdrantAccess) {
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

  return { count, outlines, forgetAll, forget };
}
