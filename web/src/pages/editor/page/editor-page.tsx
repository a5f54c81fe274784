import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { EmptyState } from '../../../components/layout/empty-state.tsx';
import { handedOver, takenOver } from '../state/hand-over.ts';
import type { EditorStore } from '../state/store.ts';
import { Editor } from './editor.tsx';
import { openNew, openStored } from './open.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useOthersChanges } from './use-others-changes.tsx';
import { texts } from '../texts.ts';

/** A stored pipeline in the editor. */
export function EditorPage() {
  const { name } = useParams({ from: '/pipelines/$name/edit' });
  return <StoredPipelineEditor key={name} name={name} />;
}

function StoredPipelineEditor({ name }: { name: string }) {
  const [store, setStore] = useState(() => handedOver(name));
  const { data, error } = useQuery({ ...queries.pipeline(name), enabled: store === undefined });
  useEffect(() => takenOver(name), [name]);
  if (store) return <KeptEditor store={store} />;
  if (data) {
    setStore(openStored(data));
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
  useKeptDraft(store);
  useOthersChanges(store);
  return <Editor store={store} />;
}
