import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Ago } from '../../components/values/time.tsx';
import { errorWords } from '../run/inspector/error-words.ts';
import { recentFailures } from './recent-failures.ts';
import { Nothing, Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

/** What failed in the last days and was not retried, and why; of what was retried, how many. */
export function Failed() {
  const refetchInterval = useListInterval(5_000);
  const failed = useQuery({ ...queries.runs({ status: 'failed' }), refetchInterval });
  const late = useQuery({ ...queries.runs({ status: 'timeout' }), refetchInterval });
  const newest = useQuery({ ...queries.runs({}), refetchInterval });
  return (
    <Panel
      title={texts.failed.title}
      all={{ title: texts.failed.all, path: '/runs', search: { status: 'failed' } }}
    >
      <Loaded query={failed} skeleton={<SkeletonRows count={2} />}>
        {({ items }) => {
          const { open, retried } = recentFailures([...items, ...(late.data?.items ?? [])], {
            newest: newest.data?.items ?? [],
            now: Date.now(),
          });
          return (
            <>
              {open.length > 0 && (
                <Rows label={texts.failed.title}>
                  {open.map((run) => (
                    <FailedRow key={run.id} run={run} />
                  ))}
                </Rows>
              )}
              {retried > 0 && <Nothing>{texts.failed.retried(retried)}</Nothing>}
              {open.length + retried === 0 && <Nothing>{texts.failed.empty}</Nothing>}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function FailedRow({
  run: { id, title, pipeline, agent, error, endedAt, createdAt },
}: {
  run: ListedRun;
}) {
  const name = title ?? agent ?? pipeline;
  return (
    <Row>
      <span aria-hidden className="size-2 shrink-0 self-start rounded-full bg-bad mt-1.5" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            to="/runs/$runId"
            params={{ runId: id }}
            search={error?.node ? { at: error.node } : {}}
            className="row-link truncate font-medium"
          >
            {name}
          </Link>
          <span className="shrink-0 text-[12px] text-muted">
            <Ago instant={endedAt ?? createdAt} />
          </span>
        </div>
        <p className="line-clamp-2 text-[12px] wrap-anywhere text-muted">
          {error ? errorWords(error.message).line : texts.failed.unknown}
        </p>
      </div>
      <Link
        to="/runs/$runId"
        params={{ runId: id }}
        search={{ dialog: 'retry' }}
        aria-label={texts.failed.retryOf(name)}
        className={`${buttonLook('plain')} max-md:min-h-11`}
      >
        <History aria-hidden className="size-3.5" />
        {texts.failed.retry}
      </Link>
    </Row>
  );
}
