import type { QdrantClient } from '@qdrant/js-client-rest';
import type { MemoryScope } from '../../../contracts/agents/memory.ts';

type Filter = NonNullable<Parameters<QdrantClient['count']>[1]>['filter'];

/** What Qdrant is told of a scope; undefined for everything. */
export function filterOf({ id, runId, user }: MemoryScope): Filter | undefined {
  const must = [
    ...(id === undefined ? [] : [{ has_id: [id] }]),
    ...(runId === undefined ? [] : [{ key: 'run_id', match: { value: runId } }]),
    ...(user === undefined ? [] : [{ key: 'user', match: { value: user } }]),
  ];
  return must.length > 0 ? { must } : undefined;
}
