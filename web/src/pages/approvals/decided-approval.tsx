import { useId } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../../contracts/base/json.ts';
import { AskingRun } from '../../components/approval/asking-run.tsx';
import { Subject } from '../../components/approval/subject.tsx';
import { OutsideMark } from '../../components/values/outside-mark.tsx';
import { Ago } from '../../components/values/time.tsx';
import { words } from '../../components/values/words.ts';
import { RunLink } from './run-link.tsx';

const verdicts: Record<ApprovalView['status'], { title: string; colour: string }> = {
  pending: { title: 'Waits', colour: 'text-wait' },
  approved: { title: 'Approved', colour: 'text-good' },
  rejected: { title: 'Rejected', colour: 'text-bad' },
  expired: { title: 'Nobody decided in time', colour: 'text-muted' },
  withdrawn: { title: 'Withdrawn: its run stopped', colour: 'text-muted' },
};

/** How something was decided, what was changed of it, and what it was. */
export function DecidedApproval({ approval }: { approval: ApprovalView }) {
  const { title, status, decision, runId, requestedAt, args } = approval;
  const titleId = useId();
  const changes = decision?.args ? changesOf(args, decision.args) : [];
  return (
    <article aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4">
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <AskingRun run={approval.run} />
      <p>
        <span className={`font-medium ${verdicts[status].colour}`}>
          {verdicts[status].title}
          {changes.length > 0 && ', changed'}
        </span>{' '}
        <span className="text-muted">
          {decision?.by && `by ${decision.by} `}
          <Ago instant={decision?.at ?? requestedAt} /> ·
        </span>{' '}
        <RunLink runId={runId} />
      </p>
      <OutsideMark sources={approval.outside} what="Had read content from outside" />
      {decision?.comment && <p className="mt-1 wrap-anywhere">“{decision.comment}”</p>}
      {changes.length > 0 && (
        <ul className="mt-1">
          {changes.map(({ name, from, to }) => (
            <li key={name}>
              <span className="text-muted">{words(name)}</span> {from} → {to}
            </li>
          ))}
        </ul>
      )}
      <details className="mt-2">
        <summary className="cursor-pointer text-muted">What was decided on</summary>
        <div className="mt-2">
          <Subject approval={approval} {...(decision?.args && { args: decision.args })} />
        </div>
      </details>
    </article>
  );
}

/** The arguments that were not approved as they were asked for. */
function changesOf(asked: Json, approved: Json): { name: string; from: string; to: string }[] {
  const before = isJsonObject(asked) ? asked : {};
  const after = isJsonObject(approved) ? approved : {};
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [from, to] = [before[name] ?? null, after[name] ?? null];
    return canonicalJson(from) === canonicalJson(to)
      ? []
      : [{ name, from: textOf(from), to: textOf(to) }];
  });
}

function textOf(value: Json): string {
  if (value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
