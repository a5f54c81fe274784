import { useEffect, useRef } from 'react';
import { useRunContext } from '../run-context.ts';
import { NodeDetails } from './node-details.tsx';
import { StepDetails } from './step-details.tsx';
import { texts } from '../texts.ts';
import { planTexts } from './texts.ts';
import { CopyButton } from '../../../components/controls/copy-button.tsx';
import { ApprovalCard } from '../../../components/approval/approval-card.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { ChangedApprovals } from './decided-approval.tsx';
import { DomainParts } from './domain-parts.tsx';
import { Effects } from './effects.tsx';
import { EndedEarly } from './ended-early.tsx';
import { ErrorBox } from './error-box.tsx';
import { Interrupted } from '../steer/interrupted.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Facts } from './facts.tsx';
import { Link } from '@tanstack/react-router';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { dollars } from '../../../components/values/figures.ts';
import { words } from '../../../components/values/words.ts';
import { policyTitles } from '../../costs/budgets/budget-words.ts';
import { RunLink } from '../retry/run-link.tsx';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useLivePlans } from '../../../api/streams/run-stream.ts';
import { plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { Story } from './story.tsx';
import { LiveNow } from './live-now.tsx';
import { Plan } from './plan.tsx';
import { until } from '../film/past-run.ts';
import { currentStep, planProgress } from './plan-progress.ts';
import { fullTime } from '../../../components/values/instant.ts';

const inWords = (instant: string | null) => (instant === null ? undefined : fullTime(instant));

/** Which run it is, whose, and under what terms it runs. */
function RunFacts() {
  const { run } = useRunContext();
  return (
    <Section title={texts.facts.run}>
      <Facts
        facts={{
          [texts.facts.id]: (
            <span className="inline-flex min-w-0 items-center gap-1">
              <span className="font-mono text-[12px] wrap-anywhere">{run.id}</span>
              <CopyButton text={run.id} what={texts.runId} />
            </span>
          ),
          [texts.facts.pipeline]: <PipelineFact />,
          [texts.facts.triedNode]: run.triedNode,
          [run.triedNode ? texts.facts.triedWith : texts.facts.retryOf]: run.retryOf && (
            <RunLink id={run.retryOf} />
          ),
          [texts.facts.retriedAs]:
            run.retriedAs.length > 0
              ? run.retriedAs.map((id) => <RunLink key={id} id={id} />)
              : undefined,
          [texts.facts.user]: run.user,
          [texts.facts.startedBy]: run.startedBy,
          [texts.facts.priority]: words(run.priority),
          [texts.facts.budget]: run.budget ? <BudgetFact budget={run.budget} /> : undefined,
          [texts.facts.created]: inWords(run.createdAt),
          [texts.facts.started]: inWords(run.startedAt),
          [texts.facts.ended]: inWords(run.endedAt),
        }}
      />
    </Section>
  );
}

/** Leads to the pipeline where it is stored, and to its runs. */
function PipelineFact() {
  const { run } = useRunContext();
  const { data } = useQuery(queries.pipelines());
  const isStored = data?.items.some(({ name }) => name === run.pipeline);
  return (
    <span className="flex flex-wrap gap-x-3">
      {isStored ? (
        <Link
          to="/pipelines/$name"
          params={{ name: run.pipeline }}
          className="rounded text-accent underline"
        >
          {run.pipeline}
        </Link>
      ) : (
        run.pipeline
      )}
      <Link
        to="/runs"
        search={{ pipeline: run.pipeline }}
        className="rounded text-accent underline"
      >
        {texts.facts.itsRuns}
      </Link>
    </span>
  );
}

function BudgetFact({ budget }: { budget: NonNullable<RunView['budget']> }) {
  const { usd, onLimit, cheaperModels, spentUsd, reservedUsd, extraUsd } = budget;
  return (
    <>
      {texts.facts.spent(dollars(spentUsd), dollars(usd + Number(extraUsd)))}
      <span className="block text-muted">
        {[
          Number(extraUsd) > 0 && texts.facts.extra(dollars(extraUsd)),
          Number(reservedUsd) > 0 && texts.facts.reserved(dollars(reservedUsd)),
          policyTitles[onLimit],
          cheaperModels.join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  );
}

/** What is selected, in detail; the run as a whole where nothing is. */
export function Inspector() {
  const { place, steps } = useRunContext();
  const { at, step: name } = place;
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [at, name]);
  const step =
    name === undefined
      ? undefined
      : steps.find((candidate) => candidate.nodePath === at && candidate.step === name);
  return (
    <aside
      ref={scroller}
      aria-label={texts.details.label}
      tabIndex={0}
      className="size-full overflow-auto bg-surface p-4 focus-visible:-outline-offset-2 [&>h2.sr-only+*]:mt-0"
    >
      {step && <StepDetails key={step.key} step={step} />}
      {!step && at !== undefined && <NodeDetails key={at} nodePath={at} />}
      {at === undefined && <RunDetails />}
    </aside>
  );
}

/** A run as a whole: what it waits for, why it ended early, what it gave. */
function RunDetails() {
  const { run, pending, isWide } = useRunContext();
  const hasInput = Object.keys(run.input).length > 0;
  return (
    <>
      <h2 className="sr-only">{texts.details.theRun}</h2>
      {pending.map((approval) => (
        <div key={approval.id} className="mb-4">
          <ApprovalCard approval={approval} isOneOfMany={pending.length > 1} />
        </div>
      ))}
      <Interrupted />
      {run.error && <ErrorBox error={run.error} />}
      {!isWide && <Story />}
      <Effects effects={run.effects} />
      <RunPlans />
      <EndedEarly />
      <ChangedApprovals />
      <DomainParts />
      {run.output !== null && (
        <Section title={texts.details.output}>
          <ResultView value={run.output} />
        </Section>
      )}
      <Section title={texts.details.input}>
        {hasInput ? (
          <JsonView value={run.input} />
        ) : (
          <p className="text-muted">{texts.details.noInput}</p>
        )}
      </Section>
      <RunFacts />
    </>
  );
}

/** What the agents of a run mean to do: of one agent alone the whole, of several how far each is. */
function RunPlans() {
  const { run, hasEnded } = useRunContext();
  const [only, ...others] = run.document.nodes;
  if (only?.kind === 'agent' && others.length === 0) {
    return (
      <>
        <Plan nodePath={only.id} isAlive={!hasEnded} />
        <LiveNow nodePath={only.id} />
      </>
    );
  }
  return <PlansOfSeveral />;
}

function PlansOfSeveral() {
  const { run, hasEnded, placed, moment, openNode } = useRunContext();
  const live = useLivePlans(run.id);
  const { data } = useQuery({ ...queries.plans(run.id), enabled: live === undefined || hasEnded });
  // Of an agent that began anew, only the latest attempt counts.
  const plans = new Map(
    until([...(data?.items ?? []), ...(live ?? [])], moment).map((plan) => [
      plainPath(plan.nodePath),
      plan,
    ]),
  );
  if (plans.size === 0) return null;
  // As they stand in the document; those that were asked by others come last.
  const order = [...placed.keys()];
  const rankOf = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  const listed = [...plans].toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return (
    <Section title={planTexts.several}>
      <ul className="grid gap-2">
        {listed.map(([path, { steps }]) => {
          const at = hasEnded ? undefined : currentStep(steps);
          return (
            <li key={path}>
              <div className="flex flex-wrap items-baseline gap-x-2">
                <button
                  type="button"
                  onClick={() => openNode(path)}
                  className="rounded text-left text-accent hover:underline"
                >
                  {titleOfPath(placed, path)}
                </button>
                <span className="text-[12px] text-muted">{planProgress(steps)}</span>
              </div>
              {at && <p className="truncate text-[12px] text-muted">{at.text}</p>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
