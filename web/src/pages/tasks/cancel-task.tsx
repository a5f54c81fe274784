import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import type { RunSummary } from '../../../../contracts/api/index.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { Button } from '../../components/controls/button.tsx';
import { CancelDialog } from '../../components/dialogs/cancel-dialog.tsx';
import { texts } from './texts.ts';

/** Cancels a task that waits its turn or is at work, after a question; nothing where there is nothing to cancel. */
export function CancelTask({ task }: { task: RunSummary }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, input, status, cancel } = task;
  if (hasEnded(status) || cancel !== null) return null;
  const { task: text } = input;
  return (
    <>
      <Button
        look="quiet"
        className="-my-1.5 max-md:-my-0.5 max-md:min-h-11"
        title={texts.table.cancelTask}
        aria-label={texts.table.cancelNamed(typeof text === 'string' ? text : id)}
        onClick={() => setIsOpen(true)}
      >
        <CircleStop aria-hidden className="size-4" />
      </Button>
      {isOpen && <CancelDialog what="task" run={task} onClose={() => setIsOpen(false)} />}
    </>
  );
}
