import { useLayoutEffect, useRef, useState } from 'react';
import { LabelledValues } from '../values/labelled-values.tsx';
import { texts } from './texts.ts';
import type { Preview } from './use-preview.ts';

/** What counts now for a call that waits for approval, and why it would be refused. */
export function PreviewFacts({ data, error }: Preview) {
  const [room, setRoom] = useState<number>();
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
        <>
          <LabelledValues
            values={data.facts.map(({ label, value, warns }) => ({
              label,
              value: <span className={warns ? 'text-bad' : ''}>{value}</span>,
            }))}
          />
          {data.refusals.map((refusal) => (
            <p key={refusal} className="mt-3 wrap-anywhere text-bad">
              {texts.now.refused(refusal)}
            </p>
          ))}
        </>
      )}
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
