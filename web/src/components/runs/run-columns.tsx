import type { ListedRun } from '../../../../contracts/api/index.ts';
import { dollars } from '../values/figures.ts';
import { RunStatus } from './run-status.tsx';
import type { Column } from '../values/table.tsx';
import { Took } from '../values/took.tsx';

/** What tables of runs and of tasks both say. */
export const runColumns = {
  status: {
    title: 'Status',
    cell: (run) => <RunStatus run={run} />,
    className: 'whitespace-nowrap',
  },
  took: {
    title: 'Took',
    cell: ({ startedAt, endedAt }) =>
      startedAt && (
        <>
          <Took start={startedAt} end={endedAt} />
          {endedAt === null && ' so far'}
        </>
      ),
    isFigure: true,
    isMinor: true,
    className: 'text-muted',
  },
  cost: { title: 'Cost', cell: costCell, isFigure: true, isMinor: true, className: 'text-muted' },
} satisfies Record<string, Column<ListedRun>>;

function costCell({ costUsd, unknownPriceCalls }: ListedRun) {
  if (costUsd !== null) return dollars(costUsd);
  return (
    <span title={`The price of ${unknownPriceCalls} calls is not known`} className="text-wait">
      not known
    </span>
  );
}
