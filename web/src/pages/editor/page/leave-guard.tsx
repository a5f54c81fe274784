import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { isDirty } from '../state/store.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

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
    <Dialog title={texts.leave.title} isOpen={status === 'blocked'} onClose={() => reset?.()}>
      <p>{texts.leave.note}</p>
      <DialogActions>
        <Button look="danger" onClick={throwAway}>
          {texts.leave.discard}
        </Button>
        <Button onClick={() => proceed?.()}>{texts.leave.leave}</Button>
        <Button look="primary" onClick={() => reset?.()}>
          {texts.leave.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
