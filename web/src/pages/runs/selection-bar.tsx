import { useNavigate } from '@tanstack/react-router';
import { CircleStop, Columns2 } from 'lucide-react';
import { useState } from 'react';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { CancelRuns } from './cancel-runs.tsx';
import { RetryButton } from './retry-all.tsx';
import { inParts, isRetryable } from './run-filter.ts';
import { Button } from '../../components/controls/button.tsx';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

const idsOf = (runs: readonly ListedRun[]) => runs.map(({ id }) => id);

type SelectionBarProps = { runs: readonly ListedRun[]; onClear: () => void };

/** What can be done with the runs that are selected. */
export default function SelectionBar({ runs, onClear }: SelectionBarProps) {
  const navigate = useNavigate();
  const [isCancelling, setIsCancelling] = useState(false);
  const [newer, older] = runs;
  const canCompare = runs.length === 2 && newer !== undefined && older !== undefined;

  const open = runs.filter(({ status, cancel }) => !hasEnded(status) && !cancel);
  const retried = Map.groupBy(runs, ({ status }) => status);
  const bodies = [...retried].flatMap(([status, group]) =>
    isRetryable(status) ? inParts(group).map((part) => ({ status, ids: idsOf(part) })) : [],
  );
  const retryCount = bodies.reduce((sum, { ids }) => sum + ids.length, 0);

  function compare() {
    if (canCompare) {
      void navigate({ to: '/runs/compare', search: { one: older.id, other: newer.id } });
    }
  }

  return (
    <section
      aria-label={texts.selection.label}
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-lg"
    >
      <p className="mr-auto font-medium">{texts.selection.count(runs.length)}</p>
      <Button
        disabled={!canCompare}
        title={canCompare ? undefined : texts.selection.compareHint}
        onClick={compare}
      >
        <Columns2 aria-hidden className="size-4" />
        {texts.selection.compare}
      </Button>
      {retryCount > 0 && (
        <RetryButton
          title={texts.selection.retry(retryCount)}
          bodies={bodies}
          onStarted={onClear}
        />
      )}
      {open.length > 0 && (
        <RightButton right="operate" look="danger" onClick={() => setIsCancelling(true)}>
          <CircleStop aria-hidden className="size-4" />
          {texts.cancelAll.button(open.length)}
        </RightButton>
      )}
      {isCancelling && (
        <CancelRuns
          ids={open.map(({ id }) => id)}
          onClose={() => setIsCancelling(false)}
          onCancelled={onClear}
        />
      )}
      <Button look="quiet" onClick={onClear}>
        {texts.selection.clear}
      </Button>
    </section>
  );
}
