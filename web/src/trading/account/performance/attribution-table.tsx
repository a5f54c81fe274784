import type {
  AttributionKind,
  AttributionRow,
  PerformanceView,
} from '../../../../../contracts/trading/api/performance.ts';
import { Gain } from '../../../components/values/change.tsx';
import { Money } from '../../../components/values/rounded.tsx';
import { Table } from '../../../components/values/table.tsx';
import { texts } from './texts.ts';

type Profit = Pick<AttributionRow, 'realized' | 'unrealized' | 'fees' | 'borrowFees' | 'pnl'>;
type Shown = Profit & { key: string; title: string; trades: number; isTotal?: boolean };

/** What each row but those of pipelines is called. */
const titles: Record<Exclude<AttributionKind, 'pipeline'>, (name: string) => string> = {
  agent: (name) => name,
  symbol: (name) => name,
  task: texts.attribution.task,
  step: () => texts.attribution.step,
  direct: () => texts.attribution.direct,
  unattributed: () => texts.attribution.unattributed,
};

/** The profit by agent, pipeline and symbol; each table adds up to the profit of the account. */
export function Attribution({
  view,
  pipelineTitle,
}: {
  view: Profit & Pick<PerformanceView, 'attribution'>;
  pipelineTitle: (name: string) => string;
}) {
  const titlesOf = { ...titles, pipeline: pipelineTitle };
  return (
    <section aria-labelledby="attribution" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="attribution" className="sr-only">
        {texts.attribution.title}
      </h2>
      {(['agent', 'pipeline', 'symbol'] as const).map((by) => (
        <AttributionTable
          key={by}
          title={texts.attribution[by]}
          rows={view.attribution[by].map((row) => ({
            ...row,
            key: `${row.kind} ${row.name ?? ''}`,
            title: titlesOf[row.kind](row.name ?? ''),
          }))}
          total={view}
        />
      ))}
      <p className="-mt-3 max-w-prose text-[12px] text-muted">{texts.attribution.note}</p>
    </section>
  );
}

type TableProps = { title: string; rows: Shown[]; total: Profit };

function AttributionTable({ title, rows, total }: TableProps) {
  const shown: Shown[] = [
    ...rows,
    {
      ...total,
      key: 'total',
      title: texts.attribution.total,
      trades: rows.reduce((sum, { trades }) => sum + trades, 0),
      isTotal: true,
    },
  ];
  return (
    <Table
      label={texts.attribution.label(title.toLowerCase())}
      items={shown}
      keyOf={({ key }) => key}
      columns={[
        {
          title: `${texts.attribution.title} ${title.toLowerCase()}`,
          cell: (row) => <span className={row.isTotal ? 'font-semibold' : ''}>{row.title}</span>,
          className: 'w-1/3',
        },
        {
          title: texts.attribution.trades,
          cell: ({ trades }) => trades,
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.attribution.realized,
          cell: ({ realized }) => <Gain amount={Number(realized)} />,
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.attribution.unrealized,
          cell: ({ unrealized }) => <Gain amount={Number(unrealized)} />,
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.attribution.fees,
          cell: ({ fees }) => <Money amount={fees} />,
          isFigure: true,
          isMinor: true,
        },
        ...(Number(total.borrowFees) === 0
          ? []
          : [
              {
                title: texts.attribution.borrowFees,
                cell: ({ borrowFees }: Shown) => <Money amount={borrowFees} />,
                isFigure: true,
                isMinor: true,
              },
            ]),
        {
          title: texts.attribution.pnl,
          cell: ({ pnl }) => <Gain amount={Number(pnl)} />,
          isFigure: true,
        },
      ]}
    />
  );
}
