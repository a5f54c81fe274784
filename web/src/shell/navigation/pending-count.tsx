import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';

/** How many decisions are waited for; nothing where there are none. */
export function PendingCount() {
  const { data } = useQuery({
    ...queries.approvals({ status: 'pending' }),
    refetchInterval: useListInterval(5_000),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <span className="rounded-full bg-wait/15 px-1.5 text-[11px] font-medium text-wait">
      {data.items.length}
      {data.nextCursor !== null && '+'}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
