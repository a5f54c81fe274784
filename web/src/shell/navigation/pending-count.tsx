import { useWaiting } from '../../components/approval/use-waiting.ts';
import { Count } from './count.tsx';

/** How many decisions of who looks are waited for; nothing where there are none. */
export function PendingCount() {
  const { data } = useWaiting(5_000);
  if (!data || data.mine.length === 0) return null;
  return (
    <Count what="waiting">
      {data.mine.length}
      {data.isMore && '+'}
    </Count>
  );
}
