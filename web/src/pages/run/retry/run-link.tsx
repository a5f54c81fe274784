import { Link } from '@tanstack/react-router';

/** The id of another run, which leads to its page. */
export function RunLink({ id }: { id: string }) {
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: id }}
      className="block rounded font-mono text-[12px] wrap-anywhere text-accent underline"
    >
      {id}
    </Link>
  );
}
