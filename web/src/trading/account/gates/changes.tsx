import { useInfiniteQuery } from '@tanstack/react-query';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { accountQueries } from '../../api/account.ts';
import { MoreButton } from '../../../components/controls/more-button.tsx';
import { Table } from '../../../components/values/table.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { changedGates } from './changed-gates.ts';

/** Who changed gates and kill switch; nothing before the first change. */
export function Changes() {
  const query = useInfiniteQuery(accountQueries.tradingChanges());
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <div>
      <h2 className="mb-1 font-semibold">Changes</h2>
      <Table
        label="Changes"
        items={items}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            title: 'When',
            cell: ({ at }) => <Ago instant={at} />,
            className: 'whitespace-nowrap text-muted',
          },
          { title: 'By', cell: ({ by }) => by },
          {
            title: 'What',
            cell: ({ kind, before, after }) =>
              kind === 'kill-switch' ? switchText(after) : changedGates(before, after).join('; '),
          },
          { title: 'Why', cell: ({ reason }) => reason, className: 'text-muted' },
        ]}
      />
      <MoreButton query={query} title="Older changes" />
    </div>
  );
}

function switchText(after: Json): string {
  const isOn = isJsonObject(after) ? after['on'] === true : after === true;
  return isOn ? 'Stopped all trading' : 'Let trading go on';
}
