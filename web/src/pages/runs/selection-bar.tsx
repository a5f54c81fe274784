import { useNavigate } from '@tanstack/react-router';
import { Columns2 } from 'lucide-react';
import { Button } from '../../components/controls/button.tsx';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

type SelectionBarProps = { runs: readonly ListedRun[]; onClear: () => void };

/** What can be done with the runs that are selected. */
export function SelectionBar({ runs, onClear }: SelectionBarProps) {
  const navigate = useNavigate();
  if (runs.length === 0) return null;
  const [newer, older] = runs;
  const canCompare = runs.length === 2 && newer !== undefined && older !== undefined;

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
      <Button look="quiet" onClick={onClear}>
        {texts.selection.clear}
      </Button>
    </section>
  );
}
