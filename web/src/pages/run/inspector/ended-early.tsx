import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { JsonView } from '../../../components/values/json-view.tsx';
import { useRunContext } from '../run-context.ts';
import { totalsOf } from '../totals.ts';
import { DoneSteps } from './done-steps.tsx';
import { Section } from './section.tsx';

const ways: Partial<Record<string, string>> = {
  cancelled: 'was cancelled',
  failed: 'failed',
  timeout: 'ran out of time',
};

/** Of a run that did not complete: who stopped it, what it had done by then, and what that took. */
export function EndedEarly() {
  const { run, steps, isStopping } = useRunContext();
  const { cancel } = run;
  const way = ways[run.status];
  if (isStopping && cancel) {
    return (
      <Section title="Stopping">
        <p>
          {cancel.by} asked it to stop{cancel.reason ? `: ${cancel.reason}` : ''}. What runs is
          ended cleanly, nothing new starts.
        </p>
      </Section>
    );
  }
  if (way === undefined) return null;
  const done = steps.filter(({ status }) => status === 'completed');
  const { modelCalls, toolRuns, inputTokens, outputTokens } = totalsOf(done);
  const results = run.partial?.['nodes'];
  return (
    <Section title={`What was done before it ${way}`}>
      {cancel && run.status === 'cancelled' && (
        <p>
          Cancelled by {cancel.by}
          {cancel.reason ? `: ${cancel.reason}` : ''}
        </p>
      )}
      <p className="text-muted">
        {count(modelCalls, 'model call')}, {count(toolRuns, 'tool run')},{' '}
        {wholeNumber(inputTokens + outputTokens)} tokens,{' '}
        {run.costUsd === null ? 'at a price that is not known' : `${dollars(run.costUsd)} spent`}
      </p>
      <DoneSteps steps={done} />
      {isJsonObject(results) && Object.keys(results).length > 0 && (
        <>
          <h4 className="mt-4 mb-1.5 font-semibold">What had come of it</h4>
          <JsonView value={results} />
        </>
      )}
    </Section>
  );
}

function count(number: number, name: string): string {
  return `${number} ${name}${number === 1 ? '' : 's'}`;
}
