import { useInfiniteQuery } from '@tanstack/react-query';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { accountQueries } from '../../api/account.ts';
import { MoreButton } from '../../../components/controls/more-button.tsx';
import { Table } from '../../../components/values/table.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { changedGates } from './changed-gates.ts';
import { texts } from './texts.ts';

/** Who changed gates and kill switch; nothing before the first change. */
export function Changes() {
  const query = useInfiniteQuery(accountQueries.tradingChanges());
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.changes.title}</h2>
      <Table
        label={texts.changes.title}
        items={items}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            title: texts.changes.time,
            cell: ({ at }) => <Ago instant={at} />,
            className: 'whitespace-nowrap text-muted',
          },
          { title: texts.changes.by, cell: ({ by }) => by },
          {
            title: texts.changes.what,
            cell: ({ kind, before, after }) =>
              kind === 'kill-switch' ? switchText(after) : changedGates(before, after).join('; '),
          },
          { title: texts.changes.reason, cell: ({ reason }) => reason, className: 'text-muted' },
        ]}
      />
      <MoreButton query={query} title={texts.changes.older} />
    </div>
  );
}

function switchText(after: Json): string {
  const isOn = isJsonObject(after) ? after['on'] === true : after === true;
  return isOn ? texts.changes.stopped : texts.changes.resumed;
}
