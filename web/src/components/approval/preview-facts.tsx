import { LabelledValues } from '../values/labelled-values.tsx';
import { texts } from './texts.ts';
import type { Preview } from './use-preview.ts';

/** What counts now for a call that waits for approval, and why it would be refused. */
export function PreviewFacts({ data, error }: Preview) {
  return (
    <div role="group" aria-label={texts.now.title} className="mt-4 border-t border-line pt-3">
      {data === undefined ? (
        <p className="text-muted">{error ? texts.now.unknown(error.message) : '…'}</p>
      ) : (
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
