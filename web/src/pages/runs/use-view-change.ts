import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/notices/toast.ts';

/** A change of the views, after which they are read again. */
export function useViewChange(change: () => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['views'] });
      onDone?.();
    },
    onError: ({ message }) => toast.error(message),
  });
}
