import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { EmptyState } from '../../../components/layout/empty-state.tsx';
import { handedOver, takenOver } from '../state/hand-over.ts';
import type { EditorStore } from '../state/store.ts';
import { Editor } from './editor.tsx';
import { texts } from '../texts.ts';
import type { StoredPipeline } from '../../../../../contracts/api/index.ts';
import { freeName } from '../../pipelines/copy-name.ts';
import { takenIds } from '../../../document/raw.ts';
import { forgetDraft, keptDraft, newPipeline, keepDraft } from '../../../document/drafts.ts';
import { createEditorStore, isDirty } from '../state/store.ts';
import { toast } from '../../../components/notices/toast.ts';
import { useStore } from 'zustand';

/** Changes that follow each other within this time are written together: a large document takes long to write. */
const pauseMs = 500;

/** Who goes on typing has it written after this time. */
const longestMs = 2_000;

/** Keeps every change after a short pause, and at once when the page goes. */
function keepChanges(store: EditorStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  function keep() {
    clearTimeout(timer);
    timer = undefined;
    const { saved, history } = store.getState();
    const name = saved.name ?? newPipeline;
    const { text } = history.present;
    if (text === saved.text) forgetDraft(name);
    else keepDraft(name, { text, base: saved.revision, at: new Date().toISOString() });
  }

  function keepSoon() {
    const now = performance.now();
    if (timer === undefined) since = now;
    clearTimeout(timer);
    timer = setTimeout(keep, Math.max(0, Math.min(pauseMs, since + longestMs - now)));
  }

  function keepWhatWaits() {
    if (timer !== undefined) keep();
  }

  const stop = store.subscribe((state, before) => {
    if (state.saved !== before.saved) keep();
    else if (state.history.present !== before.history.present) keepSoon();
  });
  addEventListener('pagehide', keepWhatWaits);
  return () => {
    stop();
    removeEventListener('pagehide', keepWhatWaits);
    keepWhatWaits();
  };
}

/** A stored pipeline in the editor. */
export function EditorPage() {
  const { name } = useParams({ from: '/pipelines/$name/edit' });
  return <StoredPipelineEditor key={name} name={name} />;
}

function StoredPipelineEditor({ name }: { name: string }) {
  const { node } = useSearch({ from: '/pipelines/$name/edit' });
  const [store, setStore] = useState(() => handedOver(name));
  const { data, error } = useQuery({ ...queries.pipeline(name), enabled: store === undefined });
  useEffect(() => takenOver(name), [name]);
  if (store) return <KeptEditor store={store} />;
  if (data) {
    setStore(openAt(openStored(data), node));
    return null;
  }
  if (!error) return <p className="p-5 text-muted">{texts.page.loading}</p>;
  return (
    <EmptyState title={error.message}>
      <Link to="/pipelines" className="text-accent underline">
        {texts.page.goToPipelines}
      </Link>
    </EmptyState>
  );
}

/** A new pipeline in the editor. */
export function NewPipelinePage() {
  const { data } = useQuery(queries.pipelines());
  const [store, setStore] = useState<EditorStore>();
  if (store) return <KeptEditor store={store} />;
  // Its name must be free, so the names are asked for first.
  if (data) setStore(openNew(data.items.map(({ name }) => name)));
  return <p className="p-5 text-muted">{texts.page.loading}</p>;
}

function KeptEditor({ store }: { store: EditorStore }) {
  useEffect(() => keepChanges(store), [store]);
  useOthersChanges(store);
  return <Editor store={store} />;
}

/** An editor over what is stored, with the changes that this browser has kept. */
function openStored({ name, text, revision }: StoredPipeline): EditorStore {
  const draft = keptDraft(name);
  if (!draft || draft.text === text) {
    forgetDraft(name);
    return createEditorStore({ text, saved: { name, text, revision } });
  }
  const saved = { name, text, revision: draft.base ?? revision };
  return createEditorStore({ text: draft.text, saved });
}

/** The same editor, with a node or a trigger selected where there is one of that id. */
function openAt(store: EditorStore, node: string | undefined): EditorStore {
  const { select, history } = store.getState();
  if (node !== undefined && takenIds(history.present.document).includes(node)) {
    select({ nodes: [node], edges: [] });
  }
  return store;
}

/** An editor over a new pipeline, or over the one that was begun and not saved. */
function openNew(taken: readonly string[]): EditorStore {
  const text = emptyText(freeName('my-pipeline', taken));
  const saved = { name: undefined, text, revision: null };
  return createEditorStore({ text: keptDraft(newPipeline)?.text ?? text, saved });
}

function emptyText(name: string): string {
  return `name: ${name}\ninputs:\n  type: object\n  properties: {}\nnodes: []\nedges: []\n`;
}

/** Shows what is saved elsewhere while the editor is open; where there are changes here, it says so and leaves them. */
function useOthersChanges(store: EditorStore): void {
  const name = useStore(store, ({ saved }) => saved.name);
  const { data } = useQuery({
    ...queries.pipeline(name ?? ''),
    enabled: name !== undefined,
    refetchInterval: 10_000,
  });
  useEffect(() => () => void toast.dismiss('others-changes'), []);
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
