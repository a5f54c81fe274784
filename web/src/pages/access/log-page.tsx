import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { accessActions } from '../../../../contracts/access/actions.ts';
import type { accessEventSchema } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { FoldedValues } from '../../components/values/folded-values.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { AccessFrame } from './access-frame.tsx';
import { detailsInOrder } from './log-details.ts';
import { logSearchOf } from './log-search.ts';
import { texts } from './texts.ts';

type AccessEvent = z.infer<typeof accessEventSchema>;

const kinds = accessActions.map((value) => ({ value, title: texts.actions[value] }));

const columns: Column<AccessEvent>[] = [
  {
    title: texts.log.time,
    cell: ({ at }) => <Ago instant={at} />,
    className: 'whitespace-nowrap text-muted',
  },
  {
    title: texts.log.kind,
    cell: ({ action, by, target }) => (
      <>
        <span className={`font-medium ${action.endsWith('.refused') ? 'text-bad' : ''}`}>
          {texts.actions[action]}
        </span>
        <span className="block wrap-break-word md:hidden">
          {by ?? <span className="text-muted">{texts.log.nobody}</span>}
        </span>
        <span className="block font-mono text-[12px] wrap-anywhere text-muted md:hidden">
          {target}
        </span>
      </>
    ),
    className: 'md:whitespace-nowrap',
  },
  {
    title: texts.log.by,
    cell: ({ by }) => by ?? <span className="text-muted">{texts.log.nobody}</span>,
    className: 'min-w-28 wrap-break-word',
    isMinor: true,
  },
  {
    title: texts.log.target,
    cell: ({ target }) => target,
    className: 'min-w-60 font-mono text-[12px] wrap-anywhere',
    isMinor: true,
  },
  {
    title: texts.log.details,
    cell: detailsCell,
    isMinor: true,
    className: 'w-full max-w-0 min-w-40',
  },
  {
    title: texts.log.address,
    cell: ({ address }) => address,
    className: 'text-muted',
    isMinor: true,
  },
];

function detailsCell({ detail }: AccessEvent) {
  if (Object.keys(detail).length === 0) return null;
  return <FoldedValues value={detailsInOrder(detail)} />;
}

/** Who signed in, and who changed what others may do, newest first; the filter is in the address. */
export function LogPage() {
  const filter = useSearch({ from: '/access/log' });
  const navigate = useNavigate({ from: '/access/log' });
  const query = useInfiniteQuery(queries.accessLog(filter));
  const actions = (
    <a
      href="/api/v1/access-log.jsonl"
      download="access-log.jsonl"
      className={`${buttonLook('plain')} max-md:min-h-11`}
    >
      {texts.log.download}
    </a>
  );
  return (
    <AccessFrame tab={texts.page.log} actions={actions}>
      <FilterBar
        className="mb-4"
        filters={[
          {
            name: 'action',
            label: texts.log.kind,
            choice: { all: texts.log.allKinds, options: kinds },
          },
          { name: 'person', label: texts.log.person },
        ]}
        values={filter}
        onChange={(change, replace) =>
          void navigate({ search: logSearchOf({ ...filter, ...change }), replace })
        }
      />
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {({ pages }) => {
          const events = pages.flatMap(({ items }) => items);
          if (events.length > 0) {
            return (
              <Table
                label={texts.page.log}
                items={events}
                keyOf={({ id }) => String(id)}
                columns={columns}
              />
            );
          }
          return (
            <EmptyState title={texts.log.empty}>
              <Link to="/access/log" search={{}} className={buttonLook('plain')}>
                {texts.log.showAll}
              </Link>
            </EmptyState>
          );
        }}
      </Loaded>
      <MoreButton query={query} title={texts.log.older} />
    </AccessFrame>
  );
}
