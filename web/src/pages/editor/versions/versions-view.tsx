import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PipelineVersionView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { texts } from '../texts.ts';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { PromoteButton, Promotions, PublishingField } from './promoting.tsx';
import { Comparison } from './comparison.tsx';
import { RunsOfVersions } from './runs-of-versions.tsx';

/** What was saved under the pipeline's name, each to be compared with another or with what is edited, and taken up again. */
export function VersionsView() {
  const name = useEditor(({ saved }) => saved.name);
  if (name === undefined) return <p className="p-4 text-muted">{texts.versions.empty}</p>;
  return <Versions name={name} />;
}

function Versions({ name }: { name: string }) {
  const { data, error } = useQuery(queries.pipelineVersions(name));
  const { data: stored } = useQuery(queries.pipeline(name));
  const [compared, setCompared] = useState<string>();
  // By their number, whichever of them was saved last.
  const items = (data?.items ?? []).toSorted((one, other) => other.number - one.number);
  const version = items.find(({ hash }) => hash === compared);
  const live = items.find(({ current }) => current)?.number ?? 0;
  return (
    <>
      {error && <p className="p-4 text-bad">{error.message}</p>}
      {stored && <PublishingField pipeline={stored} />}
      <ol className="flex flex-col divide-y divide-line">
        {items.map((each) => (
          <li key={each.hash} className="flex flex-wrap items-center gap-2 px-4 py-2">
            <VersionFacts
              version={each}
              isNewest={each.hash === stored?.hash}
              isBack={each.hash === stored?.hash && each !== items[0]}
            />
            <div className="flex basis-full gap-1">
              <Button onClick={() => setCompared(each.hash)}>
                {texts.versions.compare}
                <span className="sr-only">
                  {' '}
                  {texts.versions.compareWith(texts.versions.version(each.number))}
                </span>
              </Button>
              {!each.current && (
                <PromoteButton name={name} version={each} isBack={each.number < live} />
              )}
            </div>
          </li>
        ))}
      </ol>
      <Promotions name={name} />
      {version && (
        <VersionDialog
          name={name}
          version={version}
          versions={items}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

type VersionFactsProps = {
  version: PipelineVersionView;
  isNewest: boolean;
  /** Whether it was saved last though there are later ones: its content came back. */
  isBack: boolean;
};

/** The number of a version, what changed in it, who saved it and when. */
function VersionFacts({ version, isNewest, isBack }: VersionFactsProps) {
  const { number, title, note, hash, source, author, createdAt, savedAt, savedBy, current } =
    version;
  const isAgain = savedAt !== createdAt;
  const by =
    author ?? (source === 'shipped' ? texts.versions.shipped : texts.versions.unknownAuthor);
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex items-baseline gap-2 font-medium">
        <span className="shrink-0 text-muted tabular-nums">{number}</span>
        {current && <Mark look="bg-accent-fill text-white">{texts.versions.current}</Mark>}
        {isNewest && (!current || isBack) && (
          <Mark look="bg-hover text-text">{texts.versions.newest}</Mark>
        )}
        <span className="wrap-anywhere">{note ?? title ?? texts.versions.version(number)}</span>
      </p>
      {isAgain && (
        <p className="text-[12px] text-muted" title={texts.versions.savedAgainMeans}>
          {(isBack ? texts.versions.back : texts.versions.savedAgain)(
            savedBy === author ? null : savedBy,
          )}
          <Ago instant={savedAt} />
        </p>
      )}
      <p className="text-[12px] text-muted">
        {isAgain && texts.versions.first}
        {by} · <Ago instant={createdAt} />
        <span className="ml-2 font-mono">{shortHash(hash)}</span>
      </p>
    </div>
  );
}

function Mark({ look, children }: { look: string; children: string }) {
  return (
    <span className={`shrink-0 rounded px-1.5 text-[11px] leading-5 ${look}`}>{children}</span>
  );
}

type VersionDialogProps = {
  name: string;
  /** The version that is looked at. */
  version: PipelineVersionView;
  /** Every version that there is. */
  versions: readonly PipelineVersionView[];
  onClose: () => void;
};

/** One version beside another, or beside what is edited, which it can replace. */
function VersionDialog({ name, version, versions, onClose }: VersionDialogProps) {
  const { hash, number, note } = version;
  const store = useEditorStore();
  const edited = useEditor(({ history }) => history.present.text);
  const [other, setOther] = useState('');
  const text = useVersion(name, hash);
  const otherVersion = useVersion(name, other);
  const otherText = other === '' ? edited : otherVersion;
  const compared = versions.find((each) => each.hash === other);
  const otherNumber = compared?.number;

  function takeUp() {
    store.getState().editText(text ?? '');
    onClose();
  }

  return (
    <Dialog title={texts.versions.versionOf(number, note)} isOpen isWide onClose={onClose}>
      <Field label={texts.versions.compareTo}>
        {(control) => (
          <select
            {...control}
            value={other}
            onChange={({ target }) => setOther(target.value)}
            className={`${controlLook} mb-4 max-w-xs`}
          >
            <option value="">{texts.versions.draft}</option>
            {versions
              .filter((each) => each.hash !== hash)
              .map((each) => (
                <option key={each.hash} value={each.hash}>
                  {texts.versions.versionOf(each.number, each.note)}
                </option>
              ))}
          </select>
        )}
      </Field>
      {text !== undefined && otherText !== undefined && (
        <Comparison
          before={{ title: texts.versions.version(number), text }}
          after={{
            title:
              otherNumber === undefined
                ? texts.versions.draft
                : texts.versions.version(otherNumber),
            text: otherText,
          }}
        />
      )}
      {compared && <RunsOfVersions name={name} one={version} other={compared} />}
      <DialogActions>
        <Button onClick={onClose}>{texts.versions.close}</Button>
        <Button look="primary" disabled={text === undefined || text === edited} onClick={takeUp}>
          {texts.versions.restore(number)}
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
