import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { queryClient } from '../api/query-client.ts';
import { texts } from './texts.ts';

/** When the server is back, says so, and everything that is shown is read again. */
export function useTellReturn(isUnreachable: boolean): void {
  const was = useRef(isUnreachable);
  useEffect(() => {
    if (was.current && !isUnreachable) {
      toast.success(texts.notices.back);
      void readAgain();
    }
    was.current = isUnreachable;
  }, [isUnreachable]);
}

/** What waits to be asked once more is asked at once. */
async function readAgain(): Promise<void> {
  await queryClient.cancelQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 });
  await queryClient.invalidateQueries();
}
