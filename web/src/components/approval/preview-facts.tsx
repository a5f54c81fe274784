import { useLayoutEffect, useRef, useState } from 'react';
import type { ApprovalPreview } from '../../../../contracts/api/index.ts';
import { LabelledValues } from '../values/labelled-values.tsx';
import { texts } from './texts.ts';
import { isMended } from './use-preview.ts';
import type { Preview } from './use-preview.ts';

/** What counts now for a call that waits for approval. */
export function PreviewFacts({ data, error }: Preview) {
  const [room, setRoom] = useState<number>();
  const warning = data && isMended(data) ? 'text-wait' : 'text-bad';
  return (
    <div
      role="group"
      aria-label={texts.now.title}
      className="mt-4 border-t border-line pt-3"
      style={{ minHeight: room }}
    >
      {data === undefined && !error && <Placeholder onRoom={setRoom} />}
      {data === undefined && error && (
        <p className="text-muted">{texts.now.unknown(error.message)}</p>
      )}
      {data !== undefined && (
        <LabelledValues
          values={data.facts.map(({ label, value, warns }) => ({
            label,
            value: <span className={warns ? warning : ''}>{value}</span>,
          }))}
        />
      )}
    </div>
  );
}

/** Why the call would be refused, and what comes of an approval all the same. What a button mends only waits for its press. */
export function RefusedNow(preview: ApprovalPreview) {
  const { refusals, revision } = preview;
  if (refusals.length === 0) return null;
  return (
    <div className={`mb-4 wrap-anywhere ${isMended(preview) ? 'text-wait' : 'text-bad'}`}>
      {refusals.length === 1 ? (
        <p>{texts.now.refused(refusals[0]!)}</p>
      ) : (
        <>
          <p>{texts.now.refusedBy}</p>
          <ul className="list-disc pl-5">
            {refusals.map((refusal) => (
              <li key={refusal}>{refusal}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-1 text-text">
        {revision === null
          ? texts.now.fails
          : texts.now[isMended(preview) ? 'mended' : 'mendedInPart'](revision.title)}
      </p>
    </div>
  );
}

/** Lines of each fact about an order: the buttons below must not move away under a pointer when the facts are there. */
const usualLines = [1, 1, 1, 1, 1, 3];

function Placeholder({ onRoom }: { onRoom: (height: number | undefined) => void }) {
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => onRoom(group.current?.parentElement?.offsetHeight), [onRoom]);
  return (
    <div aria-hidden ref={group}>
      <LabelledValues
        values={usualLines.map((lines, index) => ({
          label: '\u00a0'.repeat(index + 1),
          value: (
            <span className="block text-muted" style={{ minHeight: `${lines}lh` }}>
              …
            </span>
          ),
        }))}
      />
    </div>
  );
}
