import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { useListInterval } from '../../api/streams/all-runs-stream.ts';
import { inputText } from '../../components/controls/input-text.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Took } from '../../components/values/took.tsx';
import { Nothing, Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

const most = 8;

/** The runs and tasks that go on, the newest first. */
export function Running() {
  const refetchInterval = useListInterval(2_000);
  const runs = useQuery({ ...queries.runs({ status: 'in_progress' }), refetchInterval });
  const tasks = useInfiniteQuery({ ...queries.tasks({ status: 'in_progress' }), refetchInterval });
  const tasksNow = tasks.data?.pages.flatMap(({ items }) => items) ?? [];
  const count = (runs.data?.items.length ?? 0) + tasksNow.length;
  return (
    <Panel
      title={texts.running.title}
      count={count > 0 ? String(count) : undefined}
      all={{ title: texts.running.all, path: '/runs' }}
    >
      <Loaded query={runs} skeleton={<SkeletonRows count={2} />}>
        {({ items }) => {
          const now = [...items, ...tasksNow].toSorted(newestFirst).slice(0, most);
          if (now.length === 0) {
            return (
              <Nothing>
                {texts.running.empty}
                <Link to="/pipelines" className="text-accent underline">
                  {texts.running.start}
                </Link>
              </Nothing>
            );
          }
          return (
            <Rows label={texts.running.title}>
              {now.map((run) => (
                <RunningRow key={run.id} run={run} />
              ))}
            </Rows>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function RunningRow({ run }: { run: ListedRun }) {
  const { id, title, pipeline, agent, input, startedAt } = run;
  return (
    <Row>
      <span aria-hidden className="size-2 shrink-0 animate-pulse rounded-full bg-busy" />
      <div className="min-w-0 flex-1">
        <Link
          to="/runs/$runId"
          params={{ runId: id }}
          className="row-link block truncate font-medium"
        >
          {title ?? agent ?? pipeline}
        </Link>
        <p className="truncate font-mono text-[12px] text-muted">{inputText(input)}</p>
      </div>
      <span className="shrink-0 text-[12px] whitespace-nowrap text-muted">
        {startedAt && <Took start={startedAt} end={null} />}
      </span>
    </Row>
  );
}

function newestFirst(one: ListedRun, other: ListedRun): number {
  return other.createdAt.localeCompare(one.createdAt);
}
