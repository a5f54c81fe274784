import { ApprovalCard } from '../../../components/approval/approval-card.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { useRunContext } from '../run-context.ts';
import { DomainParts } from './domain-parts.tsx';
import { EndedEarly } from './ended-early.tsx';
import { ErrorBox } from './error-box.tsx';
import { Interrupted } from '../steer/interrupted.tsx';
import { RunPlans } from './run-plans.tsx';
import { RunFacts } from './run-facts.tsx';
import { Section } from './section.tsx';
import { texts } from '../texts.ts';

/** A run as a whole: what it waits for, why it ended early, what it gave. */
export function RunDetails() {
  const { run, pending } = useRunContext();
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
      <RunPlans />
      <EndedEarly />
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
