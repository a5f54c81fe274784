import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo } from 'react';
import type { RunView } from '../../../../contracts/api/index.ts';
import { compareRuns } from '../../../../contracts/runs/compare-runs.ts';
import type { ComparedRun } from '../../../../contracts/runs/compare-runs.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { queries } from '../../api/queries.ts';
import { withWholeOutputs } from '../../api/whole-outputs.ts';
import { OutcomeBadge, RunStatusBadge } from '../../components/runs/status.tsx';
import { Button, buttonLook } from '../../components/controls/button.tsx';
import { BackLink } from '../../components/layout/back-link.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { ProblemText } from '../../components/values/problem-text.tsx';
import { Ago } from '../../components/values/time.tsx';
import { Differences } from './differences.tsx';
import { texts } from './texts.ts';

/** Two runs side by side: what differs first. Which ones is in the address. */
export function ComparePage() {
  const { one, other } = useSearch({ from: '/runs/compare' });
  if (one === undefined || other === undefined) {
    return (
      <EmptyState title={texts.page.choose} isPage>
        <Link to="/runs" search={{}} className={buttonLook('plain')}>
          {texts.page.goToRuns}
        </Link>
      </EmptyState>
    );
  }
  return <Compared one={one} other={other} />;
}

function Compared({ one, other }: { one: string; other: string }) {
  const navigate = useNavigate({ from: '/runs/compare' });
  const first = useCompared(one);
  const second = useCompared(other);
  const error = first.error ?? second.error;
  const comparison = useMemo(
    () => first.data && second.data && compareRuns(first.data, second.data),
    [first.data, second.data],
  );
  return (
    <>
      <PageHeader
        title={texts.page.title}
        back={<BackLink to="/runs" title={texts.page.goToRuns} />}
      >
        <Button onClick={() => void navigate({ search: { one: other, other: one } })}>
          <ArrowLeftRight aria-hidden className="size-4" />
          {texts.page.swap}
        </Button>
      </PageHeader>
      <div className="px-5 pb-8">
        {error && !comparison && (
          <ProblemText error={error} onRetry={() => location.reload()} isTrying={false} />
        )}
        {!error && !comparison && <SkeletonRows count={8} />}
        {comparison && first.data && second.data && (
          <>
            <div className="grid grid-cols-2 gap-3">
              <RunHead title={texts.page.one} run={first.data.run} />
              <RunHead title={texts.page.other} run={second.data.run} />
            </div>
            <Differences comparison={comparison} />
          </>
        )}
      </div>
    </>
  );
}

function RunHead({ title, run }: { title: string; run: RunView }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-surface p-3">
      <p className="text-[12px] text-muted">{title}</p>
      <Link
        to="/runs/$runId"
        params={{ runId: run.id }}
        className="block font-medium wrap-anywhere hover:underline"
      >
        {run.title ?? run.pipeline}
      </Link>
      <p className="flex flex-wrap gap-x-2 text-[12px] text-muted">
        <RunStatusBadge run={run} />
        <OutcomeBadge outcome={run.outcome} /> <Ago instant={run.createdAt} />
        <span className="truncate font-mono">{run.id}</span>
      </p>
    </section>
  );
}

/** All that is compared of a run, read again while it goes on. */
function useCompared(id: string): {
  data: (ComparedRun & { run: RunView }) | undefined;
  error: Error | null;
} {
  const run = useQuery({
    ...queries.run(id),
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data.status) ? false : 2_000),
  });
  const isOver = run.data !== undefined && hasEnded(run.data.status);
  const often = {
    enabled: run.data !== undefined,
    refetchInterval: isOver ? (false as const) : 2_000,
  };
  const steps = useQuery({ ...queries.steps(id, { isOver }), ...often });
  const approvals = useQuery({ ...queries.approvals({ runId: id }), ...often });
  const client = useQueryClient();
  // Large outputs are references, which differ between any two runs: what is compared is what they stand for.
  const whole = useQuery({
    queryKey: ['whole-outputs', id, run.dataUpdatedAt],
    queryFn: () => withWholeOutputs(client, { nodes: run.data?.nodes ?? [], steps: [] }),
    enabled: run.data !== undefined,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  const data = useMemo(
    () =>
      run.data && whole.data && steps.data && approvals.data
        ? {
            run: { ...run.data, nodes: whole.data.nodes },
            steps: steps.data,
            approvals: approvals.data.items.toReversed(),
          }
        : undefined,
    [run.data, whole.data, steps.data, approvals.data],
  );
  return { data, error: run.error ?? whole.error ?? steps.error ?? approvals.error };
}
