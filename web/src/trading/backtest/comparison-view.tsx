import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { figureText } from './figure-text.ts';
import type { ComparedBacktest, Comparison } from './report.ts';

const columns: Column<ComparedBacktest>[] = [
  {
    title: 'Strategy',
    cell: ({ name }) => <span className="font-mono text-[12px] wrap-anywhere">{name}</span>,
    className: 'min-w-40',
  },
  figure('Held back', 'outOfSample', 'sharpe'),
  figure('Before', 'inSample', 'sharpe'),
  figure('Whole', 'whole', 'sharpe'),
  figure('Return', 'whole', 'totalReturn'),
  figure('Drawdown', 'whole', 'maxDrawdown'),
  figure('Trades', 'whole', 'trades'),
];

function figure(
  title: string,
  part: 'inSample' | 'outOfSample' | 'whole',
  name: string,
): Column<ComparedBacktest> {
  return { title, cell: (row) => figureText(name, row[part][name]), isFigure: true };
}

/** Backtests side by side, the best first, and what their number says of the best of them. */
export default function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { table, tries, failed, bestInSample, multipleTesting } = comparison;
  const { best, luckySharpe, deflatedSharpe, notice } = multipleTesting;
  return (
    <section aria-label="Backtests side by side" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LabelledValues
        values={[
          { label: 'Tries', value: failed > 0 ? `${tries}, ${failed} of them failed` : tries },
          ...(bestInSample ? [{ label: 'Chosen before', value: bestInSample.name }] : []),
          ...(best === null ? [] : [{ label: 'Best of the whole', value: best }]),
          { label: 'Sharpe by luck alone', value: figureText('sharpe', luckySharpe) },
          { label: 'Deflated Sharpe', value: figureText('sharpe', deflatedSharpe) },
        ]}
      />
      <p role="note" className="max-w-prose text-wait">
        {notice}
      </p>
      <p className="max-w-prose text-[12px] text-muted">
        The first three figures are Sharpe ratios: of the part that was held back, of the part
        before it, and of the whole. Return, largest drawdown and trades are of the whole.
      </p>
      <Table label="Backtests" items={table} keyOf={({ name }) => name} columns={columns} />
    </section>
  );
}
