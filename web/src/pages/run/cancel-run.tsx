import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { CancelDialog } from '../../components/dialogs/cancel-dialog.tsx';
import { useRunContext } from './run-context.ts';
import { texts } from './texts.ts';

/** The button that stops a run, with a question first; says that it is stopping until it has. */
export function CancelRun() {
  const { run, hasEnded, isStopping } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  if (hasEnded) return null;
  if (isStopping) {
    return (
      <Button look="danger" disabled>
        {texts.cancel.cancelling}
      </Button>
    );
  }
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        <CircleStop aria-hidden className="size-4" />
        {texts.cancel.button}
      </Button>
      {isOpen && <CancelDialog what="run" run={run} onClose={() => setIsOpen(false)} />}
    </>
  );
}
