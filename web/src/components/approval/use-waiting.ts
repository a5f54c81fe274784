import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { byStanding } from './standing.ts';

type Waiting = {
  mine: ApprovalView[];
  others: ApprovalView[];
  /** Whether there are more than were read. */
  isMore: boolean;
};

/**
 * The decisions that are waited for, those that end first at the top: of who looks, and of others.
 * @param intervalMs how often they are read where no stream tells of them.
 */
export function useWaiting(intervalMs: number) {
  const { data: me, ...rest } = useQuery(queries.me());
  const { data: pending, ...pendingRest } = useQuery({
    ...queries.approvals({ status: 'pending' }),
    refetchInterval: useListInterval(intervalMs),
  });
  const data = useMemo<Waiting | undefined>(() => {
    if (!me || !pending) return undefined;
    const { items, nextCursor } = pending;
    return { ...byStanding(items.toSorted(byEnd), me), isMore: nextCursor !== null };
  }, [me, pending]);
  const { error, isFetching, refetch } = me ? pendingRest : rest;
  return { data, error, isFetching, refetch };
}

function byEnd(one: ApprovalView, other: ApprovalView): number {
  return (
    one.expiresAt.localeCompare(other.expiresAt) || one.requestedAt.localeCompare(other.requestedAt)
  );
}
