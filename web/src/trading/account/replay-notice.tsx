import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { useReplayHold } from './replay-hold.ts';
import { texts } from './texts.ts';

/** Says that no order of the replay fills now, and which approval it waits for. */
export function ReplayNotice() {
  const hold = useReplayHold();
  if (!hold) return null;
  const { approval, text } = hold;
  return (
    <p role="status" className="mb-4 flex flex-wrap items-baseline gap-x-1.5 text-wait">
      <Hourglass aria-hidden className="size-4 shrink-0 self-center" />
      {texts.replay.held(text)}
      <Link to="/runs/$runId" params={{ runId: approval.runId }} className="underline">
        {texts.replay.approval(approval.title, approval.run.title ?? approval.run.pipeline)}
      </Link>
    </p>
  );
}
