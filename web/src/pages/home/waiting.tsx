import { Link } from '@tanstack/react-router';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { useWaiting } from '../../components/approval/use-waiting.ts';
import { inputText } from '../../components/controls/input-text.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Ago } from '../../components/values/time.tsx';
import { useDomain } from '../../domain.ts';
import { Nothing, Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

const most = 6;
const mostOfOthers = 3;

/** The decisions that are waited for: those of who looks, and below, without a signal, those of others. */
export function Waiting() {
  const query = useWaiting(2_000);
  const { mine = [], isMore = false } = query.data ?? {};
  const count = mine.length > 0 ? `${mine.length}${isMore ? '+' : ''}` : undefined;
  return (
    <Panel
      title={texts.waiting.title}
      count={count}
      all={{ title: texts.waiting.all, path: '/approvals' }}
    >
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {(waiting) => (
          <>
            {waiting.mine.length === 0 ? (
              <Nothing>{texts.waiting.empty}</Nothing>
            ) : (
              <WaitingRows label={texts.waiting.title} approvals={waiting.mine} isMine />
            )}
            {waiting.others.length > 0 && (
              <>
                <h3 className="border-t border-line px-4 pt-2 pb-1 text-[12px] text-muted">
                  {texts.waiting.others(waiting.others.length)}
                </h3>
                <WaitingRows
                  label={texts.waiting.others(waiting.others.length)}
                  approvals={waiting.others}
                  isMine={false}
                />
              </>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

type RowsProps = { label: string; approvals: ApprovalView[]; isMine: boolean };

function WaitingRows({ label, approvals, isMine }: RowsProps) {
  const shown = isMine ? most : mostOfOthers;
  return (
    <>
      <Rows label={label}>
        {approvals.slice(0, shown).map((approval) => (
          <WaitingRow key={approval.id} approval={approval} isMine={isMine} />
        ))}
      </Rows>
      {approvals.length > shown && (
        <Nothing>{texts.waiting.more(approvals.length - shown)}</Nothing>
      )}
    </>
  );
}

function WaitingRow({ approval, isMine }: { approval: ApprovalView; isMine: boolean }) {
  const { runId, nodePath, title, run, requestedAt, args, show } = approval;
  const line = useDomain((domain) => domain.approval?.line({ args, show }));
  return (
    <Row>
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${isMine ? 'bg-wait' : ''}`} />
      <div className="min-w-0 flex-1">
        <Link
          to="/runs/$runId"
          params={{ runId }}
          search={{ at: nodePath, view: 'details' }}
          className="row-link block truncate font-medium"
        >
          {line ?? title}
        </Link>
        <p className="truncate text-[12px] text-muted">
          {line !== undefined && `${title} · `}
          {run.title ?? run.pipeline} <span className="font-mono">{inputText(run.input)}</span>
        </p>
      </div>
      <span className="shrink-0 text-[12px] text-muted">
        <Ago instant={requestedAt} />
      </span>
    </Row>
  );
}
