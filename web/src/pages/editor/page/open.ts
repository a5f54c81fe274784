import type { StoredPipeline } from '../../../../../contracts/api/index.ts';
import { freeName } from '../../pipelines/copy-name.ts';
import { forgetDraft, keptDraft, newPipeline } from '../../../document/drafts.ts';
import { createEditorStore } from '../state/store.ts';
import type { EditorStore } from '../state/store.ts';

/** An editor over what is stored, with the changes that this browser has kept. */
export function openStored({ name, text, revision }: StoredPipeline): EditorStore {
  const draft = keptDraft(name);
  if (!draft || draft.text === text) {
    forgetDraft(name);
    return createEditorStore({ text, saved: { name, text, revision } });
  }
  const saved = { name, text, revision: draft.base ?? revision };
  return createEditorStore({ text: draft.text, saved });
}

/** An editor over a new pipeline, or over the one that was begun and not saved. */
export function openNew(taken: readonly string[]): EditorStore {
  const text = emptyText(freeName('my-pipeline', taken));
  const saved = { name: undefined, text, revision: null };
  return createEditorStore({ text: keptDraft(newPipeline)?.text ?? text, saved });
}

function emptyText(name: string): string {
  return `name: ${name}\ninputs:\n  type: object\n  properties: {}\nnodes: []\nedges: []\n`;
}
