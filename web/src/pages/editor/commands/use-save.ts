import { useNavigate } from '@tanstack/react-router';
import { useState, useEffect, useRef } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { checkDocument } from '../model/check-document.ts';
import type { StoredPipeline } from '../../../../../contracts/api/index.ts';
import { savePipeline } from '../../../api/pipelines.ts';
import { queries } from '../../../api/queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import { ApiProblem } from '../../../api/request.ts';
import { useModel } from '../model/model.ts';
import { forgetDraft, newPipeline } from '../../../document/drafts.ts';
import { handOver } from '../state/hand-over.ts';
import { useSurface } from '../state/panel.ts';
import { isDirty } from '../state/store.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { editorSearchOf } from '../state/editor-search.ts';
import type { EditorSearch } from '../state/editor-search.ts';
import { createSender } from './sender.ts';
import { texts } from '../texts.ts';

const everyMs = 2_000;

/** Does something again and again for as long as it is waited for. */
function useRetry(isWaiting: boolean, attempt: () => void): void {
  const latest = useRef(attempt);
  useEffect(() => {
    latest.current = attempt;
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

/** What is told of saving replaces what was told before. */
const told = { id: 'saving' };

/** Saving, which also publishes: runs that are started from then on use it. */
export function useSave() {
  const store = useEditorStore();
  const { catalogue } = useModel();
  const { panel, showPanel } = useSurface();
  const navigate = useNavigate();
  const [sendText] = useState(() => {
    const { unanswered } = store.getState();
    const saveNoted: typeof savePipeline = (name, text, expected) =>
      savePipeline(name, text, expected, store.getState().note);
    return createSender({ save: saveNoted, read: storedNow, unanswered });
  });
  const [isSaving, setIsSaving] = useState(false);
  /** Whether it was asked for while the server did not answer. */
  const [isWaiting, setIsWaiting] = useState(false);
  /** What somebody else has stored meanwhile. */
  const [conflict, setConflict] = useState<StoredPipeline>();

  async function send(revision: string | null) {
    const { history, saved } = store.getState();
    const { text, document } = history.present;
    const name = nameOf(document);
    const isNew = name !== saved.name;
    try {
      const expected = isNew || revision === null ? 'nothing' : { revision };
      const sent = await sendText(name, text, expected);
      if (!sent) return;
      if ('stored' in sent) await take(sent.stored, text);
      else tellOther(name, sent.other, isNew);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setIsWaiting(error.status === 0);
      if (error.status === 0) {
        toast.warning(texts.saving.offline, told);
      } else tellProblem(error);
    }
  }

  async function take({ name, revision, hash, liveHash }: StoredPipeline, text: string) {
    const { saved, markSaved, setNote } = store.getState();
    markSaved({ name, text, revision });
    setNote('');
    setIsWaiting(false);
    // What was typed meanwhile is kept under the name that it has now.
    if (saved.name !== name) forgetDraft(saved.name ?? newPipeline);
    const savedText = hash === liveHash ? texts.saving.saved : texts.saving.savedDraft;
    const renamedFrom = saved.name === name ? undefined : saved.name;
    toast.success(
      renamedFrom === undefined ? savedText : texts.saving.savedAs(name, renamedFrom),
      told,
    );
    if (saved.name === name) return;
    handOver(name, store);
    // What was changed while it was saved goes along: there is nothing to ask.
    const to = {
      to: '/pipelines/$name/edit',
      params: { name },
      // Whoever came from a run finds the way back under the new name too.
      search: ({ run, inside }: EditorSearch) => editorSearchOf({ run, inside }),
      ...(panel !== 'settings' && { hash: panel }),
    } as const;
    await navigate({ ...to, replace: true, ignoreBlocker: true });
  }

  /** Something else is stored than what was expected: somebody else has done it. */
  function tellOther(name: string, theirs: StoredPipeline | undefined, isNew: boolean) {
    setIsWaiting(false);
    if (isNew) refuseName(name);
    else if (theirs) setConflict(theirs);
    else {
      const { saved, markSaved } = store.getState();
      markSaved({ ...saved, revision: null });
      toast.error(texts.saving.deleted(name), told);
    }
  }

  function refuseName(name: string) {
    const message = texts.saving.nameTaken(name);
    store.getState().refuse([{ path: 'name', message, fix: texts.saving.nameFix }]);
    store.getState().select({ nodes: [], edges: [] });
    showPanel('settings', 'problem');
    toast.error(texts.saving.notSaved(message), told);
  }

  function tellProblem({ message, document }: ApiProblem) {
    if (document?.errors) {
      store.getState().refuse(document.errors);
      showPanel('problems');
    }
    toast.error(texts.saving.notSaved(message), told);
  }

  async function sendOnce(revision: string | null) {
    setIsSaving(true);
    try {
      await send(revision);
    } finally {
      setIsSaving(false);
    }
  }

  /** Of the document as it is now: what is shown of it follows a moment later. */
  function hasProblems(): boolean {
    const { history, refused } = store.getState();
    if (refused.length > 0) return true;
    const { document } = history.present;
    return catalogue !== undefined && checkDocument(document, catalogue).problems.length > 0;
  }

  /** Saves; `revision` is what to replace, by default the one that was opened. */
  async function save(revision: string | null = store.getState().saved.revision) {
    const { history, saved } = store.getState();
    const { fault } = history.present;
    store.getState().sayAll();
    if (fault || hasProblems()) {
      showPanel('problems');
      toast.error(fault ? texts.saving.invalidYaml : texts.saving.hasProblems, told);
      return;
    }
    if (isDirty({ history, saved }) || saved.revision === null) await sendOnce(revision);
  }

  useRetry(isWaiting, () => {
    const { history, saved } = store.getState();
    // What has problems now is saved when they are mended.
    if (!history.present.fault && !hasProblems()) void sendOnce(saved.revision);
  });

  return { save, isSaving, isWaiting, conflict, closeConflict: () => setConflict(undefined) };
}

export type Saving = ReturnType<typeof useSave>;

function nameOf(document: unknown): string {
  const name = isJsonObject(document) ? document['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

/** What is stored under a name now; undefined where nothing is. */
async function storedNow(name: string): Promise<StoredPipeline | undefined> {
  try {
    return await queryClient.fetchQuery({ ...queries.pipeline(name), staleTime: 0, retry: false });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}
