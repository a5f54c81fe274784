import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { inputText } from '../../components/controls/input-text.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Ago } from '../../components/values/time.tsx';
import { useDomain } from '../../domain.ts';
import { Nothing, Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

const most = 6;

/** The decisions that are waited for, those that end first at the top. */
export function Waiting() {
  const query = useQuery({
    ...queries.approvals({ status: 'pending' }),
    refetchInterval: useListInterval(2_000),
  });
  const { items = [], nextCursor = null } = query.data ?? {};
  const count = items.length > 0 ? `${items.length}${nextCursor === null ? '' : '+'}` : undefined;
  return (
    <Panel
      title={texts.waiting.title}
      count={count}
      all={{ title: texts.waiting.all, path: '/approvals' }}
    >
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ items: waiting }) =>
          waiting.length === 0 ? (
            <Nothing>{texts.waiting.empty}</Nothing>
          ) : (
            <>
              <Rows label={texts.waiting.title}>
                {waiting
                  .toSorted(byEnd)
                  .slice(0, most)
                  .map((approval) => (
                    <WaitingRow key={approval.id} approval={approval} />
                  ))}
              </Rows>
              {waiting.length > most && (
                <Nothing>{texts.waiting.more(waiting.length - most)}</Nothing>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function WaitingRow({ approval }: { approval: ApprovalView }) {
  const { runId, nodePath, title, run, requestedAt, args, show } = approval;
  const line = useDomain((domain) => domain.approval?.line({ args, show }));
  return (
    <Row>
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-wait" />
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

function byEnd(one: ApprovalView, other: ApprovalView): number {
  return one.expiresAt.localeCompare(other.expiresAt);
}
