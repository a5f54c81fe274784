import { duration } from './time.tsx';
import { useNow } from '../hooks/use-now.ts';

/** How long something took; without an end, how long it has been going on. */
export function Took({ start, end }: { start: string; end: string | null }) {
  if (end === null) return <SoFar start={start} />;
  return <>{between(start, Date.parse(end))}</>;
}

function SoFar({ start }: { start: string }) {
  return <>{between(start, useNow(true))}</>;
}

function between(start: string, end: number): string {
  return duration(Math.max(0, end - Date.parse(start)));
}
