import type { PerformanceView } from '../../../../../contracts/trading/api/performance.ts';
import { Table } from '../../../components/values/table.tsx';
import { percentText } from './figure-text.ts';
import { monthRows } from './month-rows.ts';
import type { MonthRow } from './month-rows.ts';
import { texts } from './texts.ts';

/** Returns of months, a year in each row. */
export function MonthTable({ view }: { view: PerformanceView }) {
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.months.title}</h2>
      <Table<MonthRow>
        label={texts.months.title}
        items={monthRows(view)}
        keyOf={({ year }) => year}
        columns={[
          {
            title: texts.months.year,
            cell: ({ year }) => <span className="font-medium">{year}</span>,
          },
          ...texts.months.names.map((title, at) => ({
            title,
            cell: ({ months }: MonthRow) => <Return share={months[at] ?? null} />,
            isFigure: true,
          })),
          {
            title: texts.months.total,
            cell: ({ total }) => (
              <span className="font-medium">
                <Return share={total} />
              </span>
            ),
            isFigure: true,
          },
        ]}
      />
      <p className="mt-2 text-[12px] text-muted">{texts.months.note}</p>
    </div>
  );
}

/** A gain or a loss; empty if there is no figure or the account did not exist yet. */
function Return({ share }: { share: number | null }) {
  if (share === null) return null;
  const text = percentText(share);
  const colour = share > 0 ? 'text-good' : 'text-bad';
  return <span className={/[1-9]/.test(text) ? colour : 'text-muted'}>{text}</span>;
}
