import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { useListInterval } from '../../../api/streams/all-runs-stream.ts';
import { StatusBadge } from '../../../components/runs/status.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { texts } from '../texts.ts';

const shown = 5;

/** The last runs of a pipeline. */
export function RecentRuns({ pipeline }: { pipeline: string }) {
  const { data } = useQuery({
    ...queries.runs({ pipeline }),
    refetchInterval: useListInterval(5_000),
  });
  const runs = data?.items ?? [];
  return (
    <section aria-label={texts.start.recent}>
      <h2 className="mb-3 font-semibold">{texts.start.recent}</h2>
      {data && runs.length === 0 && <p className="text-muted">{texts.start.noRuns}</p>}
      <ul className="divide-y divide-line">
        {runs.slice(0, shown).map((run) => (
          <li key={run.id} className="flex items-center gap-3 py-2">
            <StatusBadge status={run.status} />
            <Link
              to="/runs/$runId"
              params={{ runId: run.id }}
              className="min-w-0 truncate font-mono text-[12px] text-accent hover:underline"
            >
              {run.id}
            </Link>
            <span className="ml-auto whitespace-nowrap text-muted">
              <Ago instant={run.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {runs.length > shown && (
        <Link to="/runs" search={{ pipeline }} className="text-accent underline">
          {texts.start.allRuns}
        </Link>
      )}
    </section>
  );
}
