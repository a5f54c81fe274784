import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { keepDraft, keptDraft, newPipeline } from '../../../document/drafts.ts';
import { texts } from '../texts.ts';
import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { savePipeline } from '../../../api/pipelines.ts';
import { ApiProblem } from '../../../api/request.ts';
import { readText } from '../../../document/read-text.ts';

/** Takes a pipeline from a file or from pasted text, YAML or JSON. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={texts.import.title} isOpen={isOpen} onClose={onClose}>
      <ImportForm onClose={onClose} />
    </Dialog>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const take = useMutation({
    mutationFn: importPipeline,
    onSuccess: (result) => {
      if ('name' in result)
        void navigate({ to: '/pipelines/$name', params: { name: result.name } });
    },
  });
  const refusal = take.data && 'refusal' in take.data ? take.data.refusal : undefined;

  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    take.reset();
    setText(await file.text());
  }

  function openInEditor() {
    keepDraft(newPipeline, { text, base: null, at: new Date().toISOString() });
    onClose();
    void navigate({ to: '/pipelines/new', hash: 'yaml' });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take.mutate(text);
      }}
    >
      <label className="mb-3 flex cursor-pointer items-center justify-center gap-2 rounded-md border border-dashed border-line-strong px-3 py-4 font-medium focus-within:outline-2 focus-within:outline-accent hover:bg-hover">
        <FileUp aria-hidden className="size-4" />
        {texts.import.chooseFile}
        <input
          type="file"
          accept=".yaml,.yml,.json,text/yaml,application/json"
          className="sr-only"
          onChange={(event) => void readFile(event)}
        />
      </label>
      <Field label={texts.import.paste} help={texts.import.formats}>
        {(control) => (
          <textarea
            {...control}
            rows={10}
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              take.reset();
              setText(target.value);
            }}
            className={`${controlLook} font-mono text-[12px]`}
          />
        )}
      </Field>
      {refusal && <Refused refusal={refusal} />}
      {take.error && (
        <p role="alert" className="mt-3 text-bad">
          {take.error.message}
        </p>
      )}
      {refusal && isAsking && (
        <p role="alert" className="mt-3 font-medium">
          {texts.import.hasDraft}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{texts.import.cancel}</Button>
        {refusal && isAsking && (
          <Button look="danger" onClick={openInEditor}>
            {texts.import.discardAndOpen}
          </Button>
        )}
        {refusal && !isAsking && (
          <Button onClick={() => (keptDraft(newPipeline) ? setIsAsking(true) : openInEditor())}>
            {texts.import.openInEditor}
          </Button>
        )}
        <Button look="primary" type="submit" disabled={take.isPending || text.trim() === ''}>
          {texts.import.submit}
        </Button>
      </DialogActions>
    </form>
  );
}

function Refused({ refusal: { message, problems } }: { refusal: Refusal }) {
  return (
    <div role="alert" className="mt-3 text-bad">
      <p>{message}</p>
      <ul
        className="mt-1 max-h-40 list-disc overflow-auto pl-5"
        tabIndex={0}
        aria-label={texts.import.problems}
      >
        {problems.map(({ path, message: wrong, fix }) => (
          <li key={`${path} ${wrong}`}>
            <code>{path}</code> {wrong}
            {fix && `; ${fix}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why a text was not taken, and every mistake in it. */
type Refusal = { message: string; problems: FieldProblem[] };

/**
 * Stores the pipeline of a text under the name that it says.
 * @returns that name, or why it was refused and can be mended in the editor.
 * @throws {ApiProblem} where the server cannot take anything now.
 */
async function importPipeline(text: string): Promise<{ name: string } | { refusal: Refusal }> {
  const { document, fault } = readText(text);
  if (fault) return { refusal: { message: texts.import.syntax(fault.message), problems: [] } };
  const name = isJsonObject(document) ? document['name'] : undefined;
  if (typeof name !== 'string' || name === '') {
    return { refusal: { message: texts.import.noName, problems: [] } };
  }
  try {
    return { name: (await savePipeline(name, text, 'nothing')).name };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 412) {
      const message = texts.import.nameTaken(name);
      return { refusal: { message, problems: [] } };
    }
    if (error.status !== 422 && error.status !== 400) throw error;
    return { refusal: { message: error.message, problems: error.document?.errors ?? [] } };
  }
}
