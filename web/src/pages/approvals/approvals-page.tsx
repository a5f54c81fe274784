import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { approvalsSearchOf } from './approvals-search.ts';
import { Waiting } from './waiting.tsx';
import { texts } from './texts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useDomain } from '../../domain.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { useId } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { AskingRun } from '../../components/approval/asking-run.tsx';
import { ChangedArgs, useChanges } from '../../components/approval/changed-args.tsx';
import { Outcome } from '../../components/approval/outcome.tsx';
import { Subject } from '../../components/approval/subject.tsx';
import { TaintMark } from '../../components/values/taint-mark.tsx';
import { Ago } from '../../components/values/time.tsx';
import { RunLink } from './run-link.tsx';

const verdicts: Record<ApprovalView['status'], { title: string; colour: string }> = {
  pending: { title: texts.history.status.pending, colour: 'text-wait' },
  approved: { title: texts.history.status.approved, colour: 'text-good' },
  rejected: { title: texts.history.status.rejected, colour: 'text-bad' },
  expired: { title: texts.history.status.expired, colour: 'text-muted' },
  withdrawn: { title: texts.history.status.withdrawn, colour: 'text-muted' },
};

/** How something was decided, what was changed of it, and what it was. */
function DecidedApproval({ approval }: { approval: ApprovalView }) {
  const { title, status, decision, runId, requestedAt } = approval;
  const titleId = useId();
  const changes = useChanges(approval);
  const args = decision?.args ?? approval.args;
  const line = useDomain(({ approval: parts }) => parts?.line({ args, show: approval.show }));
  const what = line ?? approval.tool;
  return (
    <article aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4">
      <h2 id={titleId} className="font-semibold">
        {what === null ? title : texts.history.heading(what, title)}
      </h2>
      <AskingRun run={approval.run} />
      <p>
        <span className={`font-medium ${verdicts[status].colour}`}>
          {verdicts[status].title}
          {decision && decision.despite.length > 0 && texts.history.anyway}
          {changes.length > 0 && texts.history.changed}
        </span>{' '}
        <span className="text-muted">
          {decision?.by && texts.history.by(decision.by)}
          <Ago instant={decision?.at ?? requestedAt} /> ·
        </span>{' '}
        <RunLink runId={runId} />
      </p>
      <Outcome decision={decision} />
      {approval.outside && (
        <p className="mt-1">
          <TaintMark sources={approval.outside} what={texts.history.untrusted} />
        </p>
      )}
      {decision?.comment && <p className="mt-1 wrap-anywhere">“{decision.comment}”</p>}
      {changes.length > 0 && <ChangedArgs changes={changes} />}
      <details className="mt-2">
        <summary className="cursor-pointer text-muted">{texts.history.subject}</summary>
        <div className="mt-2">
          <Subject approval={approval} {...(decision?.args && { args: decision.args })} />
        </div>
      </details>
    </article>
  );
}

/** What waits for a person's decision, and how it was decided before. */
export function ApprovalsPage() {
  const { view = 'waiting' } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  return (
    <>
      <PageHeader title={texts.page.title} />
      <Tabs
        label={texts.page.title}
        current={view}
        onChange={(name) => void navigate({ search: approvalsSearchOf({ view: name }) })}
        tabs={[
          { name: 'waiting', title: texts.page.waiting, content: <Waiting /> },
          { name: 'history', title: texts.page.history, content: <History /> },
        ]}
      />
    </>
  );
}

/** What was decided, the newest first. */
function History() {
  const query = useInfiniteQuery(queries.approvalHistory());
  return (
    <div className="mx-auto max-w-2xl px-3 py-4 md:px-4">
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ pages }) => {
          const decided = pages.flatMap(({ items }) => items);
          if (decided.length === 0 && !query.hasNextPage) {
            return <EmptyState title={texts.history.empty} />;
          }
          return (
            <ul className="flex flex-col gap-3">
              {decided.map((approval) => (
                <li key={approval.id}>
                  <DecidedApproval approval={approval} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <MoreButton query={query} title={texts.history.older} />
    </div>
  );
}
