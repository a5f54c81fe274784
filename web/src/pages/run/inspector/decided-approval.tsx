import type { ApprovalView } from '../../../../../contracts/api/index.ts';
import { ChangedArgs, useChanges } from '../../../components/approval/changed-args.tsx';
import { Outcome } from '../../../components/approval/outcome.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';
import { Section } from '../../../components/layout/section.tsx';
import { Facts } from './facts.tsx';

const verdicts = {
  pending: texts.approval.pending,
  approved: texts.approval.approved,
  rejected: texts.approval.rejected,
  expired: texts.approval.expired,
  withdrawn: texts.approval.withdrawn,
} satisfies Record<ApprovalView['status'], string>;

/** Who decided, when, and with which words. */
function DecisionFacts({ decision }: Pick<ApprovalView, 'decision'>) {
  return (
    <Facts
      facts={{
        [texts.approval.by]: decision?.by,
        [texts.approval.at]: decision?.at && <Ago instant={decision.at} />,
        [texts.approval.comment]: decision?.comment,
      }}
    />
  );
}

/** How a node's approval was decided, what was changed of it, and what it was. */
export function DecidedApproval({ approval }: { approval: ApprovalView }) {
  const changes = useChanges(approval);
  return (
    <Section title={verdicts[approval.status]}>
      <DecisionFacts decision={approval.decision} />
      <Outcome decision={approval.decision} />
      {changes.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold">{texts.approval.changed}</h4>
          <ChangedArgs changes={changes} />
        </>
      )}
      <h4 className="mt-4 mb-1.5 font-semibold">{texts.approval.subject}</h4>
      <JsonView value={approval.show} />
    </Section>
  );
}

/** What people changed in a run as they approved, the newest first; nothing where they changed nothing. */
export function ChangedApprovals() {
  const { approvals } = useRunContext();
  return approvals.map((approval) => <ChangedApproval key={approval.id} approval={approval} />);
}

function ChangedApproval({ approval }: { approval: ApprovalView }) {
  const changes = useChanges(approval);
  if (changes.length === 0) return null;
  return (
    <Section title={texts.approval.changed} remark={approval.title}>
      <ChangedArgs changes={changes} />
      <DecisionFacts decision={approval.decision} />
    </Section>
  );
}
