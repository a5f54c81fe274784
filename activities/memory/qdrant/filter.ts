import type { QdrantClient } from '@qdrant/js-client-rest';
import type { MemoryQuery, MemoryScope } from '../../../contracts/agents/memory.ts';

type Filter = NonNullable<Parameters<QdrantClient['count']>[1]>['filter'];

/** What Qdrant is told of a scope, and of a time that nothing may be later than; undefined for everything. */
export function filterOf({
  id,
  runId,
  user,
  asOf,
}: MemoryScope & Pick<MemoryQuery, 'asOf'>): Filter | undefined {
  const must = [
    ...(id === undefined ? [] : [{ has_id: [id] }]),
    ...(runId === undefined ? [] : [{ key: 'run_id', match: { value: runId } }]),
    ...(user === undefined ? [] : [{ key: 'user', match: { value: user } }]),
    ...(asOf === undefined ? [] : [notLater(asOf)]),
  ];
  return must.length > 0 ? { must } : undefined;
}

/** Points of earlier versions have no field for it, and are left out. */
const notLater = (asOf: Date) => ({
  should: [{ is_null: { key: 'as_of' } }, { key: 'as_of', range: { lte: asOf.toISOString() } }],
});
