import { Suspense, useState } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import { useDomain } from '../../domain.ts';
import { JsonView } from './json-view.tsx';
import { kindOf } from './kinds/kind-of.ts';
import { ShapedView } from './kinds/shaped-view.tsx';
import { texts } from './texts.ts';

/** What a tool or a node gave: as a domain draws it, as what it is by its shape, and else its values under their names. */
export function ResultView({ value }: { value: Json }) {
  const drawn = useDomain(({ result }) => result?.(value));
  const shaped = drawn === undefined ? kindOf(value) : undefined;
  if (drawn === undefined && shaped === undefined) return <JsonView value={value} />;
  return (
    <>
      {shaped ? (
        <ShapedView shaped={shaped} />
      ) : (
        <Suspense fallback={<div className="h-80" />}>{drawn}</Suspense>
      )}
      {shaped?.kind !== 'large' && <AllValues value={value} />}
    </>
  );
}

function AllValues({ value }: { value: Json }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-4" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-muted">{texts.allValues}</summary>
      {isOpen && (
        <div className="mt-2">
          <JsonView value={value} />
        </div>
      )}
    </details>
  );
}
