import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useEditor } from '../state/use-editor.ts';
import { shortHash } from './short-hash.ts';
import { VersionDialog } from './version-dialog.tsx';
import { texts } from '../texts.ts';

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
        {data?.items.map(({ hash, savedAt, current, source }) => (
          <li key={hash} className="flex items-center gap-3 px-4 py-2">
            <div className="min-w-0">
              <p className="font-mono text-[12px]">{shortHash(hash)}</p>
              <p className="text-[12px] text-muted">
                {source === 'shipped' ? texts.versions.shipped : texts.versions.saved}{' '}
                <Ago instant={savedAt} />
                {current && texts.versions.current}
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
