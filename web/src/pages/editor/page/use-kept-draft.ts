import { useEffect } from 'react';
import { toast } from 'sonner';
import { forgetDraft, keepDraft, keptDraft, newPipeline } from '../../../document/drafts.ts';
import { isDirty } from '../state/store.ts';
import type { EditorStore } from '../state/store.ts';
import { texts } from '../texts.ts';

/** Changes within this time are written together: a large document takes long to write. */
const pauseMs = 300;

/** Keeps changes in the browser as they are made, and says so where there were some when the editor was opened. */
export function useKeptDraft(store: EditorStore): void {
  useEffect(() => {
    const { saved, history } = store.getState();
    const draft = keptDraft(saved.name ?? newPipeline);
    if (draft && draft.text === history.present.text && isDirty(store.getState())) {
      toast(texts.draft.restored, {
        id: 'kept-draft',
        duration: 10_000,
        // Below, it would cover the list of the text's problems.
        position: 'top-center',
        action: {
          label: texts.draft.discard,
          onClick: () => store.getState().editText(store.getState().saved.text),
        },
      });
    }
    return keepChanges(store);
  }, [store]);
}

/** Keeps every change after a short pause, and at once when the page goes. */
function keepChanges(store: EditorStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep() {
    clearTimeout(timer);
    timer = undefined;
    const { saved, history } = store.getState();
    const name = saved.name ?? newPipeline;
    const { text } = history.present;
    if (text === saved.text) forgetDraft(name);
    else keepDraft(name, { text, base: saved.revision, at: new Date().toISOString() });
  }

  function keepWhatWaits() {
    if (timer !== undefined) keep();
  }

  const stop = store.subscribe((state, before) => {
    if (state.saved !== before.saved) keep();
    else if (state.history.present.text !== before.history.present.text)
      timer ??= setTimeout(keep, pauseMs);
  });
  addEventListener('pagehide', keepWhatWaits);
  return () => {
    stop();
    removeEventListener('pagehide', keepWhatWaits);
    keepWhatWaits();
  };
}
