import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { texts } from '../texts.ts';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { Comparison } from './comparison.tsx';

/** What was saved under the pipeline's name, each to be compared with another or with what is edited, and taken up again. */
export function VersionsView() {
  const name = useEditor(({ saved }) => saved.name);
  if (name === undefined) return <p className="p-4 text-muted">{texts.versions.empty}</p>;
  return <Versions name={name} />;
}

function Versions({ name }: { name: string }) {
  const { data, error } = useQuery(queries.pipelineVersions(name));
  const [compared, setCompared] = useState<string>();
  return (
    <>
      {error && <p className="p-4 text-bad">{error.message}</p>}
      <ol className="flex flex-col divide-y divide-line">
        {data?.items.map(({ hash, title, savedAt, current, source }) => (
          <li key={hash} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0">
              <p className="truncate font-medium">{title ?? name}</p>
              <p className="text-[12px] text-muted">
                {source === 'shipped' ? texts.versions.shipped : texts.versions.saved}{' '}
                <Ago instant={savedAt} />
                {current && texts.versions.current}
                <span className="block font-mono">{shortHash(hash)}</span>
              </p>
            </div>
            <Button className="ml-auto" onClick={() => setCompared(hash)}>
              {texts.versions.compare}
              <span className="sr-only"> {texts.versions.compareWith(shortHash(hash))}</span>
            </Button>
          </li>
        ))}
      </ol>
      {compared !== undefined && (
        <VersionDialog
          name={name}
          hash={compared}
          hashes={data?.items.map(({ hash }) => hash) ?? []}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

type VersionDialogProps = {
  name: string;
  /** The version that is looked at, by its content hash. */
  hash: string;
  /** Every version that there is. */
  hashes: string[];
  onClose: () => void;
};

/** One version beside another, or beside what is edited, which it can replace. */
function VersionDialog({ name, hash, hashes, onClose }: VersionDialogProps) {
  const store = useEditorStore();
  const edited = useEditor(({ history }) => history.present.text);
  const [other, setOther] = useState('');
  const text = useVersion(name, hash);
  const otherVersion = useVersion(name, other);
  const otherText = other === '' ? edited : otherVersion;

  function takeUp() {
    store.getState().editText(text ?? '');
    onClose();
  }

  return (
    <Dialog title={texts.versions.version(shortHash(hash))} isOpen isWide onClose={onClose}>
      <Field label={texts.versions.compareTo}>
        {(control) => (
          <select
            {...control}
            value={other}
            onChange={({ target }) => setOther(target.value)}
            className={`${controlLook} mb-4 max-w-xs`}
          >
            <option value="">{texts.versions.draft}</option>
            {hashes
              .filter((version) => version !== hash)
              .map((version) => (
                <option key={version} value={version}>
                  {texts.versions.version(shortHash(version))}
                </option>
              ))}
          </select>
        )}
      </Field>
      {text !== undefined && otherText !== undefined && (
        <Comparison
          before={{ title: texts.versions.version(shortHash(hash)), text }}
          after={{
            title: other === '' ? texts.versions.draft : texts.versions.version(shortHash(other)),
            text: otherText,
          }}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{texts.versions.close}</Button>
        <Button look="primary" disabled={text === undefined || text === edited} onClick={takeUp}>
          {texts.versions.restore(shortHash(hash))}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The text of a version; undefined until it is there, and for no hash. */
function useVersion(name: string, hash: string): string | undefined {
  const query = { ...queries.pipelineVersion(name, hash), staleTime: 60_000 };
  return useQuery({ ...query, enabled: hash !== '' }).data?.text;
}

/** As much of a content hash as tells versions apart. */
function shortHash(hash: string): string {
  return hash.slice(0, 12);
}
