import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useRunContext } from './run-context.ts';

/** What the pipeline node at a path runs; one that has not begun can be looked at too. None for the empty path. */
export function useChild(path: string) {
  const { run, children, hasEnded } = useRunContext();
  const begun = children.get(path);
  const { data, error } = useQuery({
    ...queries.childPipeline(run.id, path, hasEnded),
    enabled: path !== '' && !begun,
  });
  return { child: begun ?? data, error: begun ? null : error };
}
