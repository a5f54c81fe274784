import { createHash } from 'node:crypto';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { MemoryUnavailable } from '../memory-unavailable.ts';
import { statusOf } from './qdrant-error.ts';

/** What memories are looked for by, and in which form. */
const indexes = { run_id: 'keyword', user: 'keyword', at: 'datetime' } as const;

/** Names of agents hold no dot, so that no prefix is that of another agent. */
const prefixOf = (agent: string | null) => `baton.memory.${agent === null ? '' : `${agent}.`}`;

/**
 * The collection of an agent's memories of one embedding. Vectors of another embedding do not compare, and mostly do
 * not fit either: they have a collection of their own.
 */
export function collectionName(agent: string, embedding: string): string {
  const hash = createHash('sha256').update(embedding).digest('hex').slice(0, 12);
  return `${prefixOf(agent)}${hash}`;
}

/** The collections of agents, made when they are first needed. */
export function createCollections(client: QdrantClient) {
  const known = new Map<string, Promise<void>>();

  async function make(name: string, size: number): Promise<void> {
    try {
      await client.createCollection(name, {
        vectors: { size, distance: 'Cosine' },
        on_disk_payload: true,
      });
    } catch (error) {
      // Another process has made it in between.
      if (statusOf(error) !== 409) throw error;
    }
    await makeIndexes(name, {});
  }

  /** Makes those that are missing: whoever made the collection may have died before it made them all. */
  async function makeIndexes(name: string, made: object): Promise<void> {
    for (const [field_name, field_schema] of Object.entries(indexes)) {
      if (Object.hasOwn(made, field_name)) continue;
      await client.createPayloadIndex(name, { field_name, field_schema, wait: true });
    }
  }

  async function lookUp(name: string, size: number): Promise<void> {
    const found = await client.getCollection(name).catch((error: unknown) => {
      if (statusOf(error) === 404) return undefined;
      throw error;
    });
    if (!found) return make(name, size);
    const { vectors } = found.config.params;
    if (vectors?.size === size && vectors.distance === 'Cosine') {
      return makeIndexes(name, found.payload_schema);
    }
    throw new MemoryUnavailable(
      `The Qdrant collection ${name} does not hold vectors of ${size} numbers compared by cosine. Delete or rename it.`,
      { retryable: false },
    );
  }

  return {
    /** Those of an agent, one for each embedding that it was used with; null for those of every agent. */
    async of(agent: string | null): Promise<string[]> {
      const { collections } = await client.getCollections();
      return collections.map(({ name }) => name).filter((name) => name.startsWith(prefixOf(agent)));
    },

    /** Makes a collection where it is not there. */
    async ensure(name: string, size: number): Promise<void> {
      const looked = known.get(name) ?? lookUp(name, size);
      known.set(name, looked);
      await looked.catch((error: unknown) => {
        known.delete(name);
        throw error;
      });
    },

    /** Has a collection looked for again that is gone. */
    forget: (name: string) => void known.delete(name),
  };
}
