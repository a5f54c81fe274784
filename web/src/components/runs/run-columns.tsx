import type { ListedRun } from '../../../../contracts/api/index.ts';
import { dollars } from '../values/figures.ts';
import { RunStatus } from './run-status.tsx';
import type { Column } from '../values/table.tsx';
import { Took } from '../values/took.tsx';
import { texts } from './texts.ts';

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
