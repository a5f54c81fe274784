import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markRunRead } from '../../api/notifications.ts';
import { queries } from '../../api/queries.ts';
import type { RunData } from './use-run.ts';

/** Whoever looks at a run has read what they were told of it: marked as it opens, and with each status, once it is in sight. */
export function useReadRun({
  run: { id, status },
  pending,
}: Pick<RunData, 'run' | 'pending'>): void {
  const user = useQuery(queries.me()).data?.user;
  const asked = pending.length;
  useEffect(() => {
    if (user === undefined) return undefined;
    const read = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', read);
      // Nobody waits for it: what stays unread is marked the next time.
      markRunRead(user, { id, status }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', read);
    read();
    return () => document.removeEventListener('visibilitychange', read);
  }, [user, id, status, asked]);
}
