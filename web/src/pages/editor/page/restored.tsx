import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/layout/notice.tsx';
import { keptDraft, newPipeline } from '../../../document/drafts.ts';
import { isDirty } from '../state/store.ts';
import type { EditorStore } from '../state/store.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

/** Says that the editor opened with changes that were never saved, until they are saved or discarded. */
export function Restored() {
  const store = useEditorStore();
  const [isShown, setIsShown] = useState(() => isOfKeptDraft(store));
  const hasChanges = useEditor(isDirty);
  if (!isShown || !hasChanges) return null;
  const { editText, saved } = store.getState();
  return (
    <div role="status">
      <Notice
        icon={History}
        action={
          <Button look="quiet" onClick={() => editText(saved.text)}>
            {texts.draft.discard}
          </Button>
        }
        onHide={() => setIsShown(false)}
      >
        {texts.draft.restored}
      </Notice>
    </div>
  );
}

function isOfKeptDraft(store: EditorStore): boolean {
  const { saved, history } = store.getState();
  return keptDraft(saved.name ?? newPipeline)?.text === history.present.text;
}
