import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';

/** Whether what is shown is of a place: a task belongs to the tasks, though its page is that of a run. */
export function useIsShown(path: string): boolean {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { runId } = useParams({ strict: false });
  // Read by the page of the run alone.
  const { data: kind } = useQuery({
    ...queries.run(runId ?? ''),
    enabled: false,
    select: (run) => run.kind,
  });
  const shown = kind === 'task' ? '/tasks' : pathname;
  return shown === path || shown.startsWith(`${path}/`);
}
