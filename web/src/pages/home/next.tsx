import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TriggerView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { usePipelineTitles } from '../../components/runs/use-pipeline-titles.ts';
import { Ago } from '../../components/values/time.tsx';
import { Nothing, Panel, Row, Rows } from './panel.tsx';
import { texts } from './texts.ts';

const most = 5;

/** What schedules start next, the soonest first. */
export function Next() {
  const query = useInfiniteQuery({ ...queries.triggers(), refetchInterval: 15_000 });
  return (
    <Panel title={texts.next.title} all={{ title: texts.next.all, path: '/triggers' }}>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ pages }) => {
          const triggers = pages.flatMap(({ items }) => items);
          const soonest = nextOf(triggers);
          if (soonest.length > 0) {
            return (
              <Rows label={texts.next.title}>
                {soonest.map((trigger) => (
                  <NextRow key={trigger.id} trigger={trigger} />
                ))}
              </Rows>
            );
          }
          const paused = triggers.filter((trigger) => trigger.paused).length;
          return (
            <Nothing>
              {texts.next.empty} {paused > 0 && texts.next.off(paused)}
              <Link to="/triggers" className="text-accent underline">
                {texts.next.more}
              </Link>
            </Nothing>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function nextOf(triggers: TriggerView[]): TriggerView[] {
  return triggers
    .filter(({ paused, next }) => !paused && next.length > 0)
    .toSorted((one, other) => one.next[0]!.localeCompare(other.next[0]!))
    .slice(0, most);
}

function NextRow({ trigger: { id, title, name, pipeline, next } }: { trigger: TriggerView }) {
  const titleOf = usePipelineTitles();
  return (
    <Row>
      <div className="min-w-0 flex-1">
        <Link to="/triggers/$id" params={{ id }} className="row-link block truncate font-medium">
          {title ?? name}
        </Link>
        <p className="truncate text-[12px] text-muted" title={pipeline}>
          {titleOf(pipeline)}
        </p>
      </div>
      <span className="shrink-0 text-[12px] text-muted">
        <Ago instant={next[0]!} />
      </span>
    </Row>
  );
}
