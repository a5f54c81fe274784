import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { Comparison } from './comparison.tsx';
import { shortHash } from './short-hash.ts';
import { texts } from '../texts.ts';

type VersionDialogProps = {
  name: string;
  /** The version that is looked at, by its content hash. */
  hash: string;
  /** Every version that there is. */
  hashes: string[];
  onClose: () => void;
};

/** One version beside another, or beside what is edited, which it can replace. */
export function VersionDialog({ name, hash, hashes, onClose }: VersionDialogProps) {
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
