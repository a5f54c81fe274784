import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { Count } from './count.tsx';

/** How many decisions are waited for; nothing where there are none. */
export function PendingCount() {
  const { data } = useQuery({
    ...queries.approvals({ status: 'pending' }),
    refetchInterval: useListInterval(5_000),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Count what="waiting">
      {data.items.length}
      {data.nextCursor !== null && '+'}
    </Count>
  );
}
