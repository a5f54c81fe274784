import { CircleAlert } from 'lucide-react';
import type { RunError } from '../../../../../contracts/runs/run.ts';

/** What went wrong; the message says what to do. */
export function ErrorBox({ error }: { error: RunError }) {
  return (
    <div className="mt-4 flex gap-2 rounded-md border border-bad/50 bg-bad/5 p-3">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium text-bad">{error.type}</p>
        <p className="wrap-anywhere whitespace-pre-wrap">{error.message}</p>
      </div>
    </div>
  );
}
