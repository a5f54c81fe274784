import { ApprovalCard } from '../../../components/approval/approval-card.tsx';
import { JsonView } from '../../../components/values/json-view.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useRunContext } from '../run-context.ts';
import { Facts, Section } from './section.tsx';
import { texts } from '../texts.ts';

const verdicts = {
  pending: texts.approval.pending,
  approved: texts.approval.approved,
  rejected: texts.approval.rejected,
  expired: texts.approval.expired,
  withdrawn: texts.approval.withdrawn,
};

/** The decisions that a node asked for: to be taken here, or how they were taken. */
export function NodeApprovals({ nodePath }: { nodePath: string }) {
  const { approvals, pending } = useRunContext();
  return approvals
    .filter((approval) => approval.nodePath === nodePath)
    .map((approval) =>
      pending.includes(approval) ? (
        <div key={approval.id} className="mt-4">
          <ApprovalCard approval={approval} isOneOfMany={pending.length > 1} />
        </div>
      ) : (
        <Section key={approval.id} title={verdicts[approval.status]}>
          <Facts
            facts={{
              [texts.approval.by]: approval.decision?.by,
              [texts.approval.at]: approval.decision?.at && <Ago instant={approval.decision.at} />,
              [texts.approval.comment]: approval.decision?.comment,
            }}
          />
          <h4 className="mt-4 mb-1.5 font-semibold">{texts.approval.subject}</h4>
          <JsonView value={approval.show} />
        </Section>
      ),
    );
}
