import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { Count } from './count.tsx';

/** How many notifications are unread; nothing where none is. */
export function UnreadCount() {
  const { data = 0 } = useQuery({
    ...queries.unread(),
    refetchInterval: useListInterval(5_000),
  });
  return data === 0 ? null : <Count what="unread">{data}</Count>;
}
