import { Meter } from '../../../components/values/meter.tsx';
import { Table } from '../../../components/values/table.tsx';
import type { GateRow } from './gate-rows.ts';

/** Every gate, its limit, and how much of it is used now. */
export function GateTable({ rows }: { rows: GateRow[] }) {
  return (
    <Table
      label="Gates"
      items={rows}
      keyOf={({ title }) => title}
      columns={[
        { title: 'Gate', cell: ({ title }) => <span className="font-medium">{title}</span> },
        { title: 'Limit', cell: ({ limit }) => limit },
        { title: 'Used now', cell: ({ used = '' }) => used },
        {
          title: 'Share',
          cell: ({ share }) => share !== undefined && <Share share={share} />,
          className: 'w-40 align-middle',
          isMinor: true,
        },
      ]}
    />
  );
}

function Share({ share }: { share: number }) {
  return (
    <span className="flex items-center gap-2">
      <Meter share={share} />
      <span className="w-10 text-right text-[12px] text-muted">{Math.round(share * 100)} %</span>
    </span>
  );
}
