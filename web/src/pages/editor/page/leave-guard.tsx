import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { isDirty } from '../state/store.ts';
import { useEditorStore } from '../state/use-editor.ts';

/** Asks before one leaves with changes that are not saved. */
export function LeaveGuard() {
  const store = useEditorStore();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && isDirty(store.getState()),
    enableBeforeUnload: () => isDirty(store.getState()),
    withResolver: true,
  });

  function throwAway() {
    // What is as it was saved is not kept either.
    store.getState().editText(store.getState().saved.text);
    proceed?.();
  }

  return (
    <Dialog
      title="Your changes are not saved"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
    >
      <p>
        This browser keeps them: they are here when you come back. Runs that are started until then
        use what was saved last.
      </p>
      <DialogActions>
        <Button look="danger" onClick={throwAway}>
          Throw them away
        </Button>
        <Button onClick={() => proceed?.()}>Leave</Button>
        <Button look="primary" onClick={() => reset?.()}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
