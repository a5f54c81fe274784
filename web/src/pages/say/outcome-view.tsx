import { Link } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { buttonLook } from '../../components/controls/button.tsx';
import { DraftView } from './draft-view.tsx';
import { Nearest } from './nearest.tsx';
import type { Outcome } from './outcome-of.ts';
import { texts } from './texts.ts';

const Markdown = lazy(() => import('../../components/values/kinds/markdown.tsx'));

type OutcomeViewProps = {
  runId: string;
  request: string;
  outcome: Outcome | undefined;
  /** The pipeline that it is about, as it is now. */
  before?: string | undefined;
  /** What can be done with a draft. */
  actions: (document: Extract<Outcome, { kind: 'draft' }>['document']) => ReactNode;
};

/** What came of a request: a draft to take or leave, an answer, or why there is none. */
export function OutcomeView({ runId, request, outcome, before, actions }: OutcomeViewProps) {
  const title = outcome ? texts[outcome.kind] : texts.writes;
  return (
    <section
      aria-label={texts.draft}
      aria-busy={!outcome}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div role="status">
          <h2 className={outcome ? 'font-semibold' : 'text-muted motion-safe:animate-pulse'}>
            {title}
          </h2>
        </div>
        <Link to="/runs/$runId" params={{ runId }} className={`${buttonLook('quiet')} ml-auto`}>
          {texts.watch}
        </Link>
      </div>
      {outcome && (
        <Suspense fallback={<p className="max-w-3xl whitespace-pre-wrap">{outcome.text}</p>}>
          <div className="max-w-3xl">
            <Markdown text={outcome.text} />
          </div>
        </Suspense>
      )}
      {outcome?.kind === 'draft' && (
        <>
          <DraftView document={outcome.document} before={before} />
          {actions(outcome.document)}
        </>
      )}
      {outcome?.kind === 'refusal' && outcome.problems.length > 0 && (
        <div>
          <h3 className="font-medium">{texts.problems}</h3>
          <ul className="list-disc pl-5">
            {outcome.problems.map(({ path, message, fix }) => (
              <li key={`${path} ${message}`}>
                <span className="font-mono text-[12px]">{path}</span> {message}; {fix}
              </li>
            ))}
          </ul>
        </div>
      )}
      {outcome?.kind === 'refusal' && before === undefined && <Nearest request={request} />}
    </section>
  );
}
