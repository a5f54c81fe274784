import type { StepView } from '../../../../../contracts/api/index.ts';
import type { ToolProgress } from '../../../../../contracts/tools/tools.ts';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { JsonView } from '../../../components/values/json-view.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { OutsideMark } from '../../../components/values/outside-mark.tsx';
import { StatusBadge } from '../../../components/runs/status.tsx';
import { Took } from '../../../components/values/took.tsx';
import { useToolProgress } from '../../../api/streams/run-stream.ts';
import { useRunContext } from '../run-context.ts';
import { isWaiting, waitsFor } from '../waterfall/rows.ts';
import { DomainParts } from './domain-parts.tsx';
import { ErrorBox } from './error-box.tsx';
import { ModelAnswer } from './model-answer.tsx';
import { ModelTries } from './model-tries.tsx';
import { Facts, Section } from './section.tsx';
import { Trail } from './trail.tsx';
import { texts } from '../texts.ts';

const whoWorked = {
  model: texts.step.kinds.model,
  tool: texts.step.kinds.tool,
  memory: texts.step.kinds.memory,
};

/** One model call, tool run or look into memory. */
export function StepDetails({ step }: { step: StepView }) {
  const { run } = useRunContext();
  const progress = useToolProgress(run.id, step.key);
  const isModel = step.kind === 'model';
  const waiting = isWaiting(step) ? waitsFor(step.output) : undefined;
  return (
    <>
      <Trail nodePath={step.nodePath} step={step.label} />
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-[15px] font-semibold break-words">{step.label}</h2>
        <StatusBadge status={waiting === undefined ? step.status : 'waiting'} />
        <OutsideMark sources={step.outside} what={texts.conversation.untrusted} />
      </div>
      <Facts
        facts={{
          [whoWorked[step.kind]]: step.name,
          [texts.facts.duration]: <Took start={step.startedAt} end={step.endedAt} />,
          [texts.facts.started]: new Date(step.startedAt).toLocaleTimeString(),
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
          [texts.step.waitsFor]: waiting,
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
