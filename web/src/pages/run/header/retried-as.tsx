import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { hasEnded } from '../../../../../contracts/runs/run.ts';
import { queries } from '../../../api/queries.ts';
import { RunStatusBadge } from '../../../components/runs/status.tsx';
import { RunLink } from '../retry/run-link.tsx';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';

const againMs = 2_000;

/** Of a run that was retried: its latest retry, and how that stands. */
export function RetriedAs() {
  const { run } = useRunContext();
  const id = run.retriedAs.at(-1);
  const { data } = useQuery({
    ...queries.run(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data.status) ? false : againMs),
  });
  if (id === undefined) return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 md:pl-8">
      <History aria-hidden className="size-3.5 text-muted" />
      {texts.facts.retriedAs}
      <RunLink id={id} />
      {data && <RunStatusBadge run={data} />}
    </p>
  );
}
