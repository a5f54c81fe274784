import type { ListedRun } from '../../../../contracts/api/index.ts';
import { dollars } from '../values/figures.ts';
import type { Column } from '../values/table.tsx';
import { Took } from '../values/took.tsx';
import { texts } from './texts.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { OutcomeBadge, RunStatusBadge } from './status.tsx';
import { StoppingBadge } from './stopping-badge.tsx';

/** What tables of runs and of tasks both say. */
export const runColumns = {
  status: {
    title: texts.columns.status,
    cell: (run) => <RunStatus run={run} />,
    className: 'whitespace-nowrap',
  },
  took: {
    title: texts.columns.duration,
    cell: ({ startedAt, endedAt }) =>
      startedAt && (
        <>
          <Took start={startedAt} end={endedAt} />
          {endedAt === null && texts.columns.soFar}
        </>
      ),
    isFigure: true,
    isMinor: true,
    className: 'text-muted',
  },
  cost: {
    title: texts.columns.cost,
    cell: costCell,
    isFigure: true,
    isMinor: true,
    className: 'text-muted',
  },
} satisfies Record<string, Column<ListedRun>>;

function costCell({ costUsd, unknownPriceCalls }: ListedRun) {
  if (costUsd !== null) return dollars(costUsd);
  return (
    <span title={texts.columns.unknownPrices(unknownPriceCalls)} className="text-wait">
      {texts.columns.unknownCost}
    </span>
  );
}

/** How a run stands: one that was asked to stop is stopping until it has. */
function RunStatus({
  run,
}: {
  run: Pick<ListedRun, 'status' | 'waitsFor' | 'queued' | 'cancel' | 'outcome' | 'retriedAs'>;
}) {
  if (run.cancel && !hasEnded(run.status)) return <StoppingBadge />;
  return (
    <span className="max-md:flex max-md:flex-col max-md:items-start max-md:[&>*]:ml-0">
      <RunStatusBadge run={run} />
      <OutcomeBadge outcome={run.outcome} />
      {run.status !== 'completed' && run.retriedAs.length > 0 && (
        <span
          title={run.retriedAs.at(-1)}
          className="ml-2 rounded border border-line px-1.5 text-[12px] font-medium text-muted"
        >
          {texts.columns.retried}
        </span>
      )}
    </span>
  );
}
