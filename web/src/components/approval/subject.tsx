import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { useDomain } from '../../domain.ts';
import { Button } from '../controls/button.tsx';
import { ShownValues } from './shown-values.tsx';
import { texts } from './texts.ts';

type SubjectProps = {
  /** Stands beside the way to the raw JSON. */
  children?: ReactNode;
  approval: Pick<ApprovalView, 'show' | 'args' | 'status'>;
  /** What is asked for now, where that was changed. */
  args?: Json;
};

/** What a person decides on: as a domain draws it, other values under their names, and as raw JSON when asked for. */
export function Subject({ approval, args = approval.args, children }: SubjectProps) {
  const { show, status } = approval;
  const [isRaw, setIsRaw] = useState(false);
  const own = useDomain(({ approval: parts }) =>
    parts?.subject({ args, show, isPending: status === 'pending' }),
  );
  const rest = own ? own.rest : show;
  const hasRest = !isJsonObject(rest) || Object.keys(rest).length > 0;
  return (
    <div>
      <div className="grid gap-4">
        {own?.summary}
        {!own && args !== null && <ShownValues value={args} />}
        {hasRest && <ShownValues value={rest} />}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {children}
        <Button
          look="quiet"
          aria-expanded={isRaw}
          onClick={() => setIsRaw(!isRaw)}
          className="min-h-11 md:min-h-8"
        >
          {isRaw ? texts.subject.hideJson : texts.subject.showJson}
        </Button>
      </div>
      {isRaw && (
        <pre
          role="region"
          aria-label={texts.subject.json}
          tabIndex={0}
          className="mt-1 max-h-80 overflow-auto rounded-md bg-canvas p-3 font-mono text-[12px]"
        >
          {JSON.stringify(args === null ? show : { show, args }, undefined, 2)}
        </pre>
      )}
    </div>
  );
}
