import { Link } from '@tanstack/react-router';
import { texts } from './texts.ts';

/** Leads to the run that asks. */
export function RunLink({ runId }: { runId: string }) {
  return (
    <Link to="/runs/$runId" params={{ runId }} className="text-accent underline">
      {texts.page.openRun}
    </Link>
  );
}
