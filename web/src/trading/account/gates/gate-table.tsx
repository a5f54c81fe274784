import { Meter } from '../../../components/values/meter.tsx';
import { Table } from '../../../components/values/table.tsx';
import type { GateRow } from './gate-rows.ts';
import { texts } from './texts.ts';

/** Every gate, its limit, and how much of it is used now. */
export function GateTable({ rows }: { rows: GateRow[] }) {
  return (
    <Table
      label={texts.table.label}
      items={rows}
      keyOf={({ title }) => title}
      columns={[
        {
          title: texts.table.gate,
          cell: ({ title }) => <span className="font-medium">{title}</span>,
        },
        { title: texts.table.limit, cell: ({ limit }) => limit },
        { title: texts.table.used, cell: ({ used = '' }) => used },
        {
          title: texts.table.share,
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
