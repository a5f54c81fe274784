import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { SharedRun } from '../../../../contracts/api/index.ts';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { ChangedArgs } from '../../components/approval/changed-args.tsx';
import { changesOf } from '../../components/approval/args-changes.ts';
import { OutcomeBadge, RunStatusBadge } from '../../components/runs/status.tsx';
import { dollars, wholeNumber } from '../../components/values/figures.ts';
import { JsonView } from '../../components/values/json-view.tsx';
import { ResultView } from '../../components/values/result-view.tsx';
import { duration } from '../../components/values/time.tsx';
import { useDomains } from '../../domain.ts';
import { shareTexts } from '../run/share/texts.ts';
import { texts as runTexts } from '../run/texts.ts';
import { SharedError } from './shared-error.tsx';
import { SharedSteps } from './shared-steps.tsx';
import { texts } from './texts.ts';
import { fullTime } from '../../components/values/instant.ts';

/** A run as somebody without an account sees it: what came of it first, then how it came to that. */
export function SharedPage({ shared }: { shared: SharedRun }) {
  const { run, approvals, expiresAt } = shared;
  const title = run.title ?? run.pipeline;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-4xl grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-5 md:py-8">
      <p className="flex items-center gap-2 text-muted">
        <img src="/icon.svg" alt="" className="size-5" />
        {texts.shared}
      </p>
      <Head run={run} title={title} />
      {run.error && (
        <Part title={shareTexts.error}>
          <SharedError error={run.error} />
        </Part>
      )}
      {run.output !== null && (
        <Part title={shareTexts.output}>
          <ResultView value={run.output} />
        </Part>
      )}
      <OfDomains shared={shared} />
      {run.effects.length > 0 && (
        <Part title={shareTexts.effects}>
          <ul className="grid gap-1">
            {run.effects.map(({ key, text, label, state }) => (
              <li key={key} className="flex flex-wrap items-baseline gap-x-2">
                <span className="wrap-anywhere">{text ?? label}</span>
                <span className="text-[12px] text-muted">{runTexts.effects.states[state]}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {approvals.length > 0 && (
        <Part title={texts.approvals}>
          <ul className="grid gap-3">
            {approvals.map((approval, index) => (
              // They come once, in their order.
              <Approval key={index} approval={approval} />
            ))}
          </ul>
        </Part>
      )}
      <SharedSteps shared={shared} />
      <Part title={shareTexts.input}>
        {Object.keys(run.input).length > 0 ? (
          <JsonView value={run.input} />
        ) : (
          <p className="text-muted">{texts.noInput}</p>
        )}
      </Part>
      <footer className="pb-6 text-[12px] text-muted">
        <p className="font-mono wrap-anywhere">{run.id}</p>
        <p>{shareTexts.link.shown(inWords(expiresAt))}</p>
      </footer>
    </main>
  );
}

const inWords = (instant: string) => fullTime(instant);

function Head({ run, title }: { run: SharedRun['run']; title: string }) {
  const { status, outcome, startedAt, endedAt, usage, costUsd, user } = run;
  const took = startedAt && endedAt && Date.parse(endedAt) - Date.parse(startedAt);
  const facts = {
    [texts.started]: startedAt && inWords(startedAt),
    [texts.duration]: typeof took === 'number' && duration(Math.max(0, took)),
    [texts.cost]: costUsd === null ? texts.priceUnknown : dollars(costUsd),
    [texts.tokens]: wholeNumber(usage.inputTokens + usage.outputTokens),
    // Of an installation that names nobody, an outsider learns nothing.
    [texts.user]: user !== usualUser && user,
  };
  return (
    <header>
      <h1 className="flex flex-wrap items-baseline gap-x-3 text-[20px] leading-7 font-semibold">
        <span className="wrap-anywhere">{title}</span>
        <span className="text-[13px]">
          <RunStatusBadge run={{ status, outcome, waitsFor: [], queued: null }} />{' '}
          <OutcomeBadge outcome={outcome} />
        </span>
      </h1>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {Object.entries(facts).map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt className="text-[12px] text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {outcome && <p className="mt-3 text-wait">{outcome.text}</p>}
    </header>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** What domains draw of the run. */
function OfDomains({ shared: { run, steps } }: { shared: SharedRun }) {
  return useDomains().map(({ name, runPart }) => {
    const part = runPart?.({ nodes: run.nodes, steps }, undefined);
    return (
      part && (
        <Part key={name} title={part.title}>
          {part.content}
        </Part>
      )
    );
  });
}

/** How an approval was decided, by whom, and what was changed of it. */
function Approval({ approval }: { approval: SharedRun['approvals'][number] }) {
  const { title, status, args, decision } = approval;
  const changes = decision?.args ? changesOf(args, decision.args) : [];
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className={looks[status]}>{runTexts.approval[status]}</span>
        <span className="text-[12px] text-muted">
          {[decision?.by && texts.by(decision.by), decision?.at && inWords(decision.at)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {decision?.comment && <p className="whitespace-pre-wrap">{decision.comment}</p>}
      {changes.length > 0 && (
        <>
          <p className="mt-1 text-[12px] text-muted">{runTexts.approval.changed}</p>
          <ChangedArgs changes={changes} />
        </>
      )}
    </li>
  );
}

const looks = {
  pending: 'text-wait',
  approved: 'text-good',
  rejected: 'text-bad',
  expired: 'text-bad',
  withdrawn: 'text-muted',
} satisfies Record<SharedRun['approvals'][number]['status'], string>;
