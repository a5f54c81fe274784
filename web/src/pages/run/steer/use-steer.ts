import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../components/notices/toast.ts';
import { request } from '../../../api/request.ts';
import { useRunContext } from '../run-context.ts';

type Told = { agents: string[] };

/**
 * Tells agents of the run to stand still, or to go on.
 * @param nodePath the agent with those that it asked; left out, every one at work.
 */
export function useSteer(way: 'interrupt' | 'resume', nodePath?: string) {
  const { run } = useRunContext();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: { reason?: string; instruction?: string }) =>
      request<Told>(`/api/v1/runs/${run.id}/${way}`, {
        method: 'POST',
        body: { ...words, ...(nodePath !== undefined && { nodePath }) },
      }),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ['run', run.id] }),
  });
}
