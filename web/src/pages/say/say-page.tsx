import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../components/notices/toast.ts';
import type { RunView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { ApiProblem } from '../../api/request.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { isSameDocument } from '../../document/is-same.ts';
import { Nearest } from './nearest.tsx';
import { OutcomeView } from './outcome-view.tsx';
import { SayForm } from './say-form.tsx';
import { saySearchOf } from './say-search.ts';
import type { SaySearch } from './say-search.ts';
import { Take } from './take.tsx';
import { texts } from './texts.ts';
import { useAsk, useIsDemo, useOutcome } from './use-say.ts';

/** Where one says what one wants: a draft to take or leave, an answer, or the templates that come nearest. */
export function SayPage() {
  const search = saySearchOf(useSearch({ strict: false }));
  const { request, run, pipeline } = search;
  const navigate = useNavigate();
  const goTo = (to: SaySearch, replace = false) =>
    void navigate({ to: '/say', search: saySearchOf(to), replace });
  const failedRun = useQuery({
    ...queries.run(search.failed ?? ''),
    enabled: search.failed !== undefined,
  });
  const failed = failedRun.data && {
    pipeline: failedRun.data.pipeline,
    about: reasonOf(failedRun.data),
    // What it ran, and not what the pipeline has become since.
    document: JSON.stringify(failedRun.data.document, undefined, 2),
  };
  const name = pipeline ?? failed?.pipeline;
  const spokenOf = useQuery({ ...queries.pipeline(name ?? ''), enabled: name !== undefined });
  const stored = spokenOf.data;
  // A document can run without being stored under its name.
  const isNotStored = failed !== undefined && isMissing(spokenOf.error);
  const isDemo = useIsDemo();
  const [found, setFound] = useState(request);
  const ask = useAsk((id) => goTo({ ...search, run: id }));
  const { outcome, request: asked, error } = useOutcome(run);
  const isChange = name !== undefined;
  const problem = failedRun.error ?? (isNotStored ? null : spokenOf.error) ?? error;
  // What is said is about them: without them, the answer would be about something else.
  const isLoaded =
    !failedRun.isLoading &&
    !failedRun.isError &&
    !spokenOf.isLoading &&
    (isNotStored || !spokenOf.isError);

  function submit(said: string) {
    if (isDemo) {
      setFound(said);
      return goTo({ ...search, request: said }, true);
    }
    const document = failed?.document ?? stored?.text;
    return ask.mutate(
      { request: said, ...(document && { document }), ...(failed && { about: failed.about }) },
      { onError: ({ message }) => toast.error(message) },
    );
  }

  return (
    <>
      <PageHeader title={texts.title} />
      <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-4 px-5 pb-8">
        {stored && <p className="text-muted">{texts.about(stored.title ?? stored.name)}</p>}
        {failed && stored && !isSameDocument(failedRun.data.document, stored.document) && (
          <p className="text-muted">{texts.changedSince}</p>
        )}
        {failed && (
          <p className="wrap-anywhere">
            <span className="text-muted">{texts.failed}</span> {failed.about}
          </p>
        )}
        <SayForm
          key={asked ?? request ?? failed?.about ?? ''}
          initial={asked ?? request ?? (failed ? texts.whyFailed : '')}
          isChange={isChange}
          isWaiting={
            isDemo === undefined ||
            !isLoaded ||
            ask.isPending ||
            (run !== undefined && outcome === undefined && !error)
          }
          submit={
            isDemo
              ? texts.find
              : run !== undefined
                ? texts.again
                : isChange
                  ? texts.ask
                  : texts.submit
          }
          right={isDemo ? 'read' : 'operate'}
          note={isDemo ? texts.noModelNote : isChange ? texts.askNote : texts.note}
          onSubmit={submit}
        />
        {isDemo && <p role="status">{found ? texts.noModel : texts.noModelFirst}</p>}
        {isDemo && found && <Nearest request={found} />}
        {problem && <p className="text-bad">{problem.message}</p>}
        {run !== undefined && !error && (
          <OutcomeView
            runId={run}
            request={asked ?? ''}
            outcome={outcome}
            before={stored?.text ?? failed?.document}
            actions={(document) => (
              <Take
                document={document}
                stored={stored}
                onLeave={() => goTo({ ...search, run: undefined } as SaySearch)}
              />
            )}
          />
        )}
      </div>
    </>
  );
}

const isMissing = (error: Error | null) => error instanceof ApiProblem && error.status === 404;

function reasonOf({ error, nodes }: RunView): string {
  const failed = nodes.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const at = failed.length > 0 ? `${failed.join(', ')}: ` : '';
  return `${at}${error?.message ?? texts.ended}`;
}
