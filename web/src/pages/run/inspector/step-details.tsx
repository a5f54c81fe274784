import { waitOf } from '../../../../../contracts/runs/step-wait.ts';
import type { StepView } from '../../../../../contracts/api/index.ts';
import type { ToolProgress } from '../../../../../contracts/tools/tools.ts';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { JsonView } from '../../../components/values/json-view.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { TaintMark } from '../../../components/values/taint-mark.tsx';
import { QueuedBadge, StatusBadge } from '../../../components/runs/status.tsx';
import { Took } from '../../../components/values/took.tsx';
import { useToolProgress, useLiveCall } from '../../../api/streams/run-stream.ts';
import { useRunContext } from '../run-context.ts';
import { until } from '../film/past-run.ts';
import { DomainParts } from './domain-parts.tsx';
import { ErrorBox } from './error-box.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Facts } from './facts.tsx';
import { Trail } from './trail.tsx';
import { texts } from '../texts.ts';
import { conversationTexts } from './texts.ts';
import { Ago, duration } from '../../../components/values/time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { attemptOf } from '../../../api/node-paths.ts';
import { LiveAnswer } from './live-answer.tsx';
import { Message } from './message.tsx';
import { timeOfDay } from '../../../components/values/instant.ts';

const looks = {
  answered: { label: texts.step.tries.answered, colour: 'text-good' },
  failed: { label: texts.step.tries.failed, colour: 'text-bad' },
  skipped: { label: texts.step.tries.skipped, colour: 'text-muted' },
};

/** The models that a call went to, in their order; one that answered at once needs no list. */
function ModelTries({ tries }: { tries: NonNullable<StepView['attempts']> }) {
  const [first] = tries;
  if (tries.length < 2 && first?.status !== 'failed' && !first?.toolsInWords) return null;
  return (
    <Section title={texts.step.tries.title}>
      <ol className="grid gap-2">
        {tries.map(({ model, deployment, status, durationMs, error, toolsInWords }, index) => (
          // The list only grows.
          <li key={index}>
            <p className="flex flex-wrap gap-x-2">
              <span className="font-mono text-[12px]">{model}</span>
              {deployment && <span className="text-muted">({deployment})</span>}
              <span className={`font-medium ${looks[status].colour}`}>{looks[status].label}</span>
              {status !== 'skipped' && (
                <span className="text-muted">{texts.step.tries.after(duration(durationMs))}</span>
              )}
            </p>
            {toolsInWords && <p className="text-muted">{texts.step.tries.toolsInWords}</p>}
            {error && (
              <p className="break-words text-muted">
                {error.code}: {error.message}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const whoWorked = {
  model: texts.step.kinds.model,
  tool: texts.step.kinds.tool,
  memory: texts.step.kinds.memory,
};

/** One model call, tool run or look into memory. */
export function StepDetails({ step }: { step: StepView }) {
  const { run, moment } = useRunContext();
  const live = useToolProgress(run.id, step.key);
  const progress = moment === undefined ? live : undefined;
  const isModel = step.kind === 'model';
  const wait = waitOf(step);
  return (
    <>
      <Trail nodePath={step.nodePath} step={step.label} />
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-[15px] font-semibold break-words">{step.label}</h2>
        {wait?.behind === undefined ? (
          <StatusBadge status={wait ? 'waiting' : step.status} />
        ) : (
          <QueuedBadge queued={wait} />
        )}
        <TaintMark sources={step.outside} what={conversationTexts.untrusted} />
      </div>
      <Facts
        facts={{
          [whoWorked[step.kind]]: step.name,
          [texts.facts.duration]: <Took start={step.startedAt} end={step.endedAt} />,
          [texts.facts.started]: timeOfDay(step.startedAt),
          [texts.step.attempt]: step.attempt > 1 ? step.attempt : undefined,
          [texts.facts.tokens]:
            step.inputTokens === null
              ? undefined
              : texts.facts.tokensUsed(
                  wholeNumber(step.inputTokens),
                  wholeNumber(step.outputTokens ?? 0),
                ),
          [texts.facts.cost]: step.costUsd === null ? undefined : dollars(step.costUsd),
          [texts.step.progress]: progress && progressText(progress),
          [texts.step.waitsFor]: wait?.reason,
          [texts.step.waitsSince]: wait?.since && <Ago instant={wait.since} />,
        }}
      />
      {step.error && <ErrorBox error={step.error} />}
      {isModel ? <ModelStep step={step} /> : <ToolStep step={step} />}
    </>
  );
}

function progressText({ message, fraction }: ToolProgress): string {
  return fraction === null ? message : `${message} (${Math.round(fraction * 100)} %)`;
}

function ModelStep({ step }: { step: StepView }) {
  return (
    <>
      {step.status !== 'running' && (
        <Link
          to="/requests"
          search={{ call: step.key }}
          className="mt-2 inline-block text-accent hover:underline max-md:py-2"
        >
          {texts.step.openRequest}
        </Link>
      )}
      <ModelTries tries={step.attempts ?? []} />
      <ModelAnswer step={step} />
    </>
  );
}

function ToolStep({ step }: { step: StepView }) {
  return (
    <>
      <DomainParts steps={[step]} />
      {step.input !== null && (
        <Section title={texts.step.arguments}>
          <JsonView value={step.input} />
        </Section>
      )}
      {step.status === 'completed' && (
        <Section title={texts.step.result}>
          <ResultView value={step.output} />
        </Section>
      )}
    </>
  );
}

/** What a model call gave: the answer, and what the tools that it asked for answered. */
function ModelAnswer({ step }: { step: StepView }) {
  const { run, moment } = useRunContext();
  const { nodePath, status } = step;
  const live = useLiveCall(run.id, nodePath);
  const call = moment === undefined ? live : undefined;
  const turn = Number(/^turn-(\d+)/.exec(step.step)?.[1]);
  const { data } = useQuery({
    ...queries.conversations(run.id, nodePath),
    enabled: status === 'completed',
    // Answers of tools come after the model's.
    refetchInterval: run.endedAt === null && moment === undefined ? 1_500 : false,
  });
  const conversation = data?.items.findLast(
    (item) => attemptOf(item.nodePath) === attemptOf(nodePath),
  );
  const messages = until(
    conversation?.messages.filter((entry) => entry.turn === turn) ?? [],
    moment,
  );
  if (messages.length === 0) {
    if (call?.step !== step.step || status === 'failed') return null;
    return (
      <Section title={texts.step.answer}>
        <LiveAnswer call={call} />
      </Section>
    );
  }
  return (
    <Section title={texts.step.answer}>
      <ol className="grid gap-3">
        {messages.map(({ message }, index) => (
          // Messages are only added.
          <li key={index}>
            <Message message={message} turn={turn} nodePath={nodePath} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
