import { Link } from '@tanstack/react-router';

/** Leads to the run that asks. */
export function RunLink({ runId }: { runId: string }) {
  return (
    <Link to="/runs/$runId" params={{ runId }} className="text-accent underline">
      See the run
    </Link>
  );
}
