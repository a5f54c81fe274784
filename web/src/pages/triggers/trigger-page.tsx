import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { FiringView, TriggerView } from '../../../../contracts/api/index.ts';
import { triggerKinds } from '../../../../contracts/pipelines/triggers/index.ts';
import { queries } from '../../api/queries.ts';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { BackLink } from '../../components/layout/back-link.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { locale } from '../../components/values/locale.ts';
import { usePipelineTitles } from '../../components/runs/use-pipeline-titles.ts';
import { Ago } from '../../components/values/time.tsx';
import { FireButton } from './fire-button.tsx';
import { Outcome } from './outcome.tsx';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';
import { TriggerSwitch } from './trigger-switch.tsx';
import { fullTime } from '../../components/values/instant.ts';

/** One trigger: when it fires next, and each time that it did. */
export function TriggerPage() {
  const { id } = useParams({ from: '/triggers/$id' });
  const trigger = useQuery({ ...queries.trigger(id), refetchInterval: 5_000 });
  const firings = useInfiniteQuery({ ...queries.firings(id), refetchInterval: 5_000 });
  const { title, name } = trigger.data ?? { title: null, name: id };
  return (
    <>
      <PageHeader title={title ?? name} back={<BackLink to="/triggers" title={texts.page.back} />}>
        {trigger.data && <TriggerSwitch trigger={trigger.data} />}
        <FireButton id={id} isNamed />
      </PageHeader>
      <div className="flex flex-col gap-6 px-5 pb-5">
        <Loaded query={trigger} skeleton={<SkeletonRows />}>
          {(data) => <Facts trigger={data} />}
        </Loaded>
        <section>
          <h2 className="pb-2 font-semibold">{texts.history.title}</h2>
          <Loaded query={firings} skeleton={<SkeletonRows />}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items);
              if (items.length === 0) return <EmptyState title={texts.history.empty} />;
              return (
                <Table
                  label={texts.history.title}
                  columns={columns}
                  items={items}
                  keyOf={(firing) => firing.id}
                />
              );
            }}
          </Loaded>
          <MoreButton query={firings} title={texts.history.more} />
        </section>
      </div>
    </>
  );
}

function Facts({ trigger }: { trigger: TriggerView }) {
  const { name, pipeline, text, publishedBy, paused, problem, next, missed, url } = trigger;
  const titleOf = usePipelineTitles();
  return (
    <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      <dt className="text-muted">{texts.history.pipeline}</dt>
      <dd>
        <Link
          to="/pipelines/$name/edit"
          params={{ name: pipeline }}
          search={{ node: name }}
          className="underline"
          title={pipeline}
        >
          {titleOf(pipeline)}
        </Link>
      </dd>
      <dt className="text-muted">{texts.columns.fires}</dt>
      <dd>
        {text}
        {problem !== null && <p className="text-bad">{problem}</p>}
        {paused !== null && (
          <p className="text-wait">
            {paused.by === null ? texts.row.paused : texts.row.pausedBy(paused.by)}
          </p>
        )}
      </dd>
      <dt className="text-muted">{texts.columns.actsFor}</dt>
      <dd>{publishedBy ?? texts.row.nobody}</dd>
      {url !== null && <Secret trigger={trigger} />}
      {next.length > 0 && (
        <>
          <dt className="text-muted">{texts.history.upcoming}</dt>
          <dd>
            <ul>
              {next.map((instant) => (
                <li key={instant}>
                  <Moment instant={instant} />{' '}
                  <span className="text-muted">
                    <Ago instant={instant} />
                  </span>
                </li>
              ))}
            </ul>
            {missed > 0 && <p className="text-wait">{texts.row.missed(missed)}</p>}
          </dd>
        </>
      )}
    </dl>
  );
}

const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const minute = { hour: 'numeric', minute: '2-digit' } as const;
const toMinute = new Intl.DateTimeFormat(locale, { ...day, ...minute, timeZoneName: 'short' });
const toSecond = new Intl.DateTimeFormat(locale, { ...day, ...minute, second: '2-digit' });

/** A day and a time in the time zone of who looks, whose name stands there: a trigger may have another one. */
function Moment({ instant, withSeconds = false }: { instant: string; withSeconds?: boolean }) {
  const date = new Date(instant);
  return (
    <time dateTime={instant} title={fullTime(date)}>
      {(withSeconds ? toSecond : toMinute).format(date)}
    </time>
  );
}

const columns: Column<FiringView>[] = [
  {
    title: texts.history.when,
    className: 'whitespace-nowrap',
    cell: ({ at }) => <Moment instant={at} withSeconds />,
  },
  {
    title: texts.history.cause,
    isMinor: true,
    className: 'whitespace-nowrap',
    cell: ({ kind, by }) => {
      const title = titleOfCause(kind);
      return by === null ? title : texts.history.by(title, by);
    },
  },
  { title: texts.history.outcome, cell: (firing) => <Outcome firing={firing} /> },
];

/** What fired a trigger, in a word: of a domain's kind, its title. */
function titleOfCause(kind: FiringView['kind']): string {
  const own: Partial<Record<string, string>> = texts.history.kinds;
  return own[kind] ?? (kind === 'manual' ? kind : triggerKinds[kind].title);
}
