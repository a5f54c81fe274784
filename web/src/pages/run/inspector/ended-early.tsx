import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { ResultView } from '../../../components/values/result-view.tsx';
import { useRunContext } from '../run-context.ts';
import { totalsOf } from '../totals.ts';
import { Section } from '../../../components/layout/section.tsx';
import { texts } from '../texts.ts';
import type { StepView } from '../../../../../contracts/api/index.ts';
import { titleOfPath } from '../placed-nodes.ts';

const titles: Partial<Record<string, string>> = texts.endedEarly.titles;

/** Of a run that did not complete: who stopped it, what it had done by then, and what that took. */
export function EndedEarly() {
  const { run, steps, isStopping } = useRunContext();
  const { cancel } = run;
  const title = titles[run.status];
  if (isStopping && cancel) {
    return (
      <Section title={texts.cancel.cancelling}>
        <p>{texts.endedEarly.cancelling(cancel.by, cancel.reason ? `: ${cancel.reason}` : '')}</p>
      </Section>
    );
  }
  if (title === undefined) return null;
  const done = steps.filter(({ status }) => status === 'completed');
  const { modelCalls, toolRuns, inputTokens, outputTokens } = totalsOf(done);
  const results = run.partial?.['nodes'];
  return (
    <Section title={title}>
      {cancel && run.status === 'cancelled' && (
        <p>{texts.endedEarly.cancelledBy(cancel.by, cancel.reason ? `: ${cancel.reason}` : '')}</p>
      )}
      <p className="text-muted">
        {texts.endedEarly.used(
          modelCalls,
          toolRuns,
          wholeNumber(inputTokens + outputTokens),
          run.costUsd === null
            ? texts.facts.priceUnknown
            : texts.endedEarly.cost(dollars(run.costUsd)),
        )}
      </p>
      <DoneSteps steps={done} />
      {isJsonObject(results) && Object.keys(results).length > 0 && (
        <>
          <h4 className="mt-4 mb-1.5 font-semibold">{texts.endedEarly.partialResults}</h4>
          <ResultView value={results} />
        </>
      )}
    </Section>
  );
}

/** Steps that were done, by node, each to be opened. */
function DoneSteps({ steps }: { steps: StepView[] }) {
  const { placed, openStep } = useRunContext();
  const byNode = [...Map.groupBy(steps, ({ nodePath }) => nodePath)];
  return (
    <div className="mt-2 grid gap-2">
      {byNode.map(([nodePath, own]) => (
        <details key={nodePath}>
          <summary className="cursor-pointer">
            {titleOfPath(placed, nodePath)}{' '}
            <span className="text-muted">{texts.timeline.stepCount(own.length)}</span>
          </summary>
          <ol className="mt-1 ml-1 grid gap-0.5 border-l border-line pl-3">
            {own.map(({ key, step, label }) => (
              <li key={key}>
                <button
                  type="button"
                  className="rounded text-left wrap-anywhere text-accent hover:underline"
                  onClick={() => openStep(nodePath, step)}
                >
                  {label}
                </button>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
