import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { TriggerView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { usePipelineTitles } from '../../components/runs/use-pipeline-titles.ts';
import { Ago } from '../../components/values/time.tsx';
import { FireButton } from './fire-button.tsx';
import { Outcome } from './outcome.tsx';
import { texts } from './texts.ts';
import { TriggerSwitch } from './trigger-switch.tsx';

/** What starts runs by itself: when next, what became of the last time, and a switch. */
export function TriggersPage() {
  const query = useInfiniteQuery({ ...queries.triggers(), refetchInterval: 5_000 });
  return (
    <>
      <PageHeader title={texts.page.title}>
        <Link to="/pipelines" title={texts.page.newNote} className={buttonLook('primary')}>
          <Plus aria-hidden className="size-4" />
          {texts.page.new}
        </Link>
      </PageHeader>
      <div className="px-5 pb-5">
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0) {
              return (
                <EmptyState title={texts.page.empty}>
                  <p className="text-muted">{texts.page.emptyNote}</p>
                  <Link to="/pipelines" className={buttonLook('primary')}>
                    {texts.page.toPipelines}
                  </Link>
                </EmptyState>
              );
            }
            return (
              <Table
                label={texts.page.title}
                columns={columns}
                items={items}
                keyOf={({ id }) => id}
              />
            );
          }}
        </Loaded>
        <MoreButton query={query} title={texts.page.more} />
      </div>
    </>
  );
}

function PipelineTitle({ name }: { name: string }) {
  return usePipelineTitles()(name);
}

const columns: Column<TriggerView>[] = [
  {
    title: texts.columns.on,
    isTitleHidden: true,
    cell: (trigger) => <TriggerSwitch trigger={trigger} />,
  },
  {
    title: texts.columns.trigger,
    cell: ({ id, name, title, pipeline, text, problem, last }) => (
      <>
        <Link to="/triggers/$id" params={{ id }} className="rounded font-medium hover:underline">
          {title ?? name}
        </Link>
        <Link
          to="/pipelines/$name"
          params={{ name: pipeline }}
          className="block rounded text-muted hover:underline"
          title={pipeline}
        >
          <PipelineTitle name={pipeline} />
        </Link>
        <div className="md:hidden">
          <p>{text}</p>
          {problem !== null && <p className="text-bad">{problem}</p>}
          {last && <Last last={last} />}
        </div>
      </>
    ),
  },
  {
    title: texts.columns.fires,
    isMinor: true,
    cell: ({ text, problem }) => (
      <>
        {text}
        {problem !== null && <p className="text-bad">{problem}</p>}
      </>
    ),
  },
  { title: texts.columns.next, cell: (trigger) => <Next trigger={trigger} /> },
  {
    title: texts.columns.last,
    isMinor: true,
    cell: ({ last }) =>
      last ? <Last last={last} /> : <span className="text-muted">{texts.row.never}</span>,
  },
  {
    title: texts.columns.actsFor,
    isMinor: true,
    className: 'whitespace-nowrap',
    cell: ({ publishedBy }) =>
      publishedBy ?? <span className="text-muted">{texts.row.nobody}</span>,
  },
  {
    title: texts.columns.actions,
    isTitleHidden: true,
    cell: ({ id }) => <FireButton id={id} />,
  },
];

/** What became of the last time. */
function Last({ last }: { last: NonNullable<TriggerView['last']> }) {
  return (
    <>
      <Outcome firing={last} />
      <p className="text-muted">
        <Ago instant={last.at} />
      </p>
    </>
  );
}

function Next({ trigger: { paused, next } }: { trigger: TriggerView }) {
  const [soonest] = next;
  if (paused) {
    const { by } = paused;
    return (
      <span className="text-muted" title={by === null ? undefined : texts.row.pausedBy(by)}>
        {texts.row.paused}
      </span>
    );
  }
  return soonest === undefined ? <span className="text-muted">–</span> : <Ago instant={soonest} />;
}
