import { duration } from './time.tsx';
import { useNow } from '../hooks/use-now.ts';

/** How long something took; without an end, how long it has been going on. */
export function Took({ start, end }: { start: string; end: string | null }) {
  const now = useNow(end === null);
  return <>{duration(Math.max(0, (end === null ? now : Date.parse(end)) - Date.parse(start)))}</>;
}
