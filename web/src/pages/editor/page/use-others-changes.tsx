import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { useStore } from 'zustand';
import { queries } from '../../../api/queries.ts';
import { isDirty } from '../state/store.ts';
import type { EditorStore } from '../state/store.ts';
import { texts } from '../texts.ts';

/** Shows what is saved elsewhere while the editor is open; where there are changes here, it says so and leaves them. */
export function useOthersChanges(store: EditorStore): void {
  const name = useStore(store, ({ saved }) => saved.name);
  const { data } = useQuery({
    ...queries.pipeline(name ?? ''),
    enabled: name !== undefined,
    refetchInterval: 10_000,
  });
  useEffect(() => {
    if (!data) return;
    const { saved, unanswered, markSaved, editText } = store.getState();
    const hasChanges = isDirty(store.getState());
    if (data.name !== saved.name || data.text === saved.text) return;
    // What was sent from here is nobody else's.
    if (unanswered.has(data.text)) return;
    if (hasChanges) {
      toast(texts.others.conflict, {
        id: 'others-changes',
      });
      return;
    }
    markSaved({ name: data.name, text: data.text, revision: data.revision });
    editText(data.text);
    toast(texts.others.updated, { id: 'others-changes' });
  }, [data, store]);
}
