import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ArtifactReference } from '../../../../../contracts/base/artifact.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { queries } from '../../../api/queries.ts';
import { useIsAlone } from '../../alone.ts';
import { Button } from '../../controls/button.tsx';
import { download } from '../download.ts';
import { size } from '../size.ts';
import { texts } from '../texts.ts';

/** Above this the page would take long to draw it. */
const mostBytes = 1_000_000;

type LargeOutputProps = {
  reference: ArtifactReference;
  /** Draws all of it. */
  draw: (value: Json) => ReactNode;
};

/** An output that is too large to come with the rest: how it begins, and the way to all of it. */
export function LargeOutput({ reference, draw }: LargeOutputProps) {
  const { artifact, bytes, preview } = reference;
  const isAlone = useIsAlone();
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.storedOutput(artifact),
    enabled: isAsked,
  });
  if (data && bytes <= mostBytes) return draw(data.output);

  async function save() {
    const stored = await refetch();
    if (stored.data)
      download('output.json', JSON.stringify(stored.data.output, undefined, 2), 'application/json');
  }

  return (
    <>
      <p className="wrap-anywhere text-muted">{preview}</p>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        {isAlone ? (
          <span className="text-[12px] text-muted">{texts.kinds.elsewhere(size(bytes))}</span>
        ) : bytes <= mostBytes ? (
          <Button disabled={isFetching} onClick={() => setIsAsked(true)}>
            {texts.kinds.showAll(size(bytes))}
          </Button>
        ) : (
          <Button disabled={isFetching} onClick={() => void save()}>
            {texts.kinds.download(size(bytes))}
          </Button>
        )}
      </p>
      {error && (
        <p role="status" className="mt-1 text-bad">
          {error.message}
        </p>
      )}
    </>
  );
}
