import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RequestView } from '../../../../../contracts/api/index.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Dollars } from '../../../components/values/rounded.tsx';
import { tokens } from '../../../components/values/figures.ts';
import { duration } from '../../../components/values/time.tsx';
import { texts } from '../texts.ts';
import { CallView } from '../wire-message.tsx';
import type { Asking } from './use-ask.ts';

/** What a new answer stands beside. */
export type Before = {
  title: string;
  text: string;
  calls: { name: string; arguments: string }[];
  /** What it took, where it was an answer. */
  record?: RequestView;
};

type AnswersProps = {
  asking: Asking;
  before: Before | undefined;
  /** Left out while there is nothing to keep. */
  onKeep: (() => void) | undefined;
};

/** The new answer, and the one from before. */
export function Answers({ asking, before, onKeep }: AnswersProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
      <section aria-label={texts.playground.answer} aria-busy={asking.status === 'asking'}>
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          <h2 className="mr-auto font-semibold">{texts.playground.answer}</h2>
          {onKeep && (
            <RightButton right="operate" className="max-md:min-h-11" onClick={onKeep}>
              {texts.playground.keep}
            </RightButton>
          )}
        </div>
        <NewAnswer asking={asking} />
      </section>
      <section aria-label={before?.title ?? texts.playground.before}>
        <h2 className="font-semibold">{before?.title ?? texts.playground.before}</h2>
        {before ? (
          <>
            <Said text={before.text} calls={before.calls} />
            {before.record && <Took record={before.record} />}
          </>
        ) : (
          <p className="text-muted">{texts.playground.noneBefore}</p>
        )}
      </section>
    </div>
  );
}

function NewAnswer({ asking: { status, answer, error, record } }: { asking: Asking }) {
  if (status === 'idle') return <p className="text-muted">{texts.playground.ready}</p>;
  const hasBegun = answer !== undefined && (answer.text !== '' || answer.calls.length > 0);
  return (
    <div role="status">
      {status === 'asking' && !hasBegun && (
        <p className="text-muted">{answer?.reasoning || texts.playground.waiting}</p>
      )}
      {(hasBegun || status === 'answered') && (
        <Said text={answer?.text ?? ''} calls={answer?.calls ?? []} />
      )}
      {error !== undefined && <p className="wrap-anywhere text-bad">{error}</p>}
      {status === 'stopped' && <p className="text-wait">{texts.playground.stopped}</p>}
      {answer?.ignored && (
        <p className="text-[12px] text-muted">{texts.playground.ignored(answer.ignored)}</p>
      )}
      {record && (
        <Took record={record}>
          <Link
            to="/requests/$id"
            params={{ id: record.id }}
            className="text-accent hover:underline"
          >
            {texts.playground.openRequest}
          </Link>
        </Took>
      )}
    </div>
  );
}

function Said({ text, calls }: Pick<Before, 'text' | 'calls'>) {
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line bg-raised p-3">
      {text === '' && calls.length === 0 && <p className="text-muted">{texts.playground.noText}</p>}
      {text !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
      {calls.map((call, index) => (
        // Calls only come to those before.
        <CallView key={index} name={call.name} text={call.arguments} />
      ))}
    </div>
  );
}

/** What an answer took, in one line. */
function Took({ record, children }: { record: RequestView; children?: ReactNode }) {
  const { model, durationMs, inputTokens, outputTokens, costUsd, status } = record;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-[12px] text-muted">
      <span className="font-mono">{model}</span>
      <span>{duration(durationMs)}</span>
      {inputTokens !== null && (
        <span>{texts.table.inOut(tokens(inputTokens), tokens(outputTokens ?? 0))}</span>
      )}
      {costUsd !== null && <Dollars amount={costUsd} />}
      {costUsd === null && status === 'answered' && <span>{texts.detail.unknownPrice}</span>}
      {children}
    </p>
  );
}
