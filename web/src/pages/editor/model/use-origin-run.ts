import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ChildPipelineView, RunView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';

/** The run in which one found what to mend, and the child pipeline of it that is open here. */
export type OriginRun = { run: RunView; child: ChildPipelineView | undefined };

/** The run that the address names; undefined where it names none, or until it is known. */
export function useOriginRun(): OriginRun | undefined {
  const { run: id, inside } = useSearch({ strict: false });
  const run = useQuery({ ...queries.run(id ?? ''), enabled: id !== undefined }).data;
  const child = useQuery({
    ...queries.childPipeline(id ?? '', inside ?? '', true),
    enabled: id !== undefined && inside !== undefined,
  }).data;
  if (!run || run.id !== id) return undefined;
  if (inside !== undefined && !child) return undefined;
  return { run, child };
}
