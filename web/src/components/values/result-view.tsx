import { Suspense } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import { useDomain } from '../../domain.ts';
import { JsonView } from './json-view.tsx';
import { texts } from './texts.ts';

/** What a tool or a node gave: as a domain draws it, and else its values under their names. */
export function ResultView({ value }: { value: Json }) {
  const drawn = useDomain(({ result }) => result?.(value));
  if (drawn === undefined) return <JsonView value={value} />;
  return (
    <>
      <Suspense fallback={<div className="h-80" />}>{drawn}</Suspense>
      <details className="mt-4">
        <summary className="cursor-pointer text-muted">{texts.allValues}</summary>
        <div className="mt-2">
          <JsonView value={value} />
        </div>
      </details>
    </>
  );
}
