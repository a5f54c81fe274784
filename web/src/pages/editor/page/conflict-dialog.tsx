import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import type { Saving } from '../commands/use-save.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { Comparison } from '../versions/comparison.tsx';
import { texts } from '../texts.ts';

/** Somebody else has saved meanwhile: shows both, and asks which one is to stay. */
export function ConflictDialog({ saving }: { saving: Saving }) {
  const { conflict, closeConflict, save } = saving;
  const store = useEditorStore();
  const text = useEditor(({ history }) => history.present.text);
  if (!conflict) return null;
  const { name, revision } = conflict;

  function takeTheirs() {
    store.getState().markSaved({ name, text: conflict?.text ?? '', revision });
    store.getState().editText(conflict?.text ?? '');
    closeConflict();
  }

  function keepMine() {
    closeConflict();
    void save(revision);
  }

  return (
    <Dialog title={texts.conflict.title} isOpen isWide onClose={closeConflict}>
      <Comparison
        before={{ title: texts.conflict.theirs, text: conflict.text }}
        after={{ title: texts.conflict.mine, text }}
      />
      <DialogActions>
        <Button onClick={closeConflict}>{texts.conflict.keepEditing}</Button>
        <Button onClick={takeTheirs}>{texts.conflict.takeTheirs}</Button>
        <Button look="danger" onClick={keepMine}>
          {texts.conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
