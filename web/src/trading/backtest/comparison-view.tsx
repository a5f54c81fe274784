import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { figureText } from './figure-text.ts';
import type { ComparedBacktest, Comparison } from './report.ts';
import { texts } from './texts.ts';

const columns: Column<ComparedBacktest>[] = [
  {
    title: texts.comparison.strategy,
    cell: ({ name }) => <span className="font-mono text-[12px] wrap-anywhere">{name}</span>,
    className: 'min-w-40',
  },
  figure(texts.comparison.heldBack, 'outOfSample', 'sharpe'),
  figure(texts.comparison.before, 'inSample', 'sharpe'),
  figure(texts.comparison.whole, 'whole', 'sharpe'),
  figure(texts.comparison.return, 'whole', 'totalReturn'),
  figure(texts.comparison.drawdown, 'whole', 'maxDrawdown'),
  figure(texts.comparison.trades, 'whole', 'trades'),
];

function figure(
  title: string,
  part: 'inSample' | 'outOfSample' | 'whole',
  name: string,
): Column<ComparedBacktest> {
  return { title, cell: (row) => figureText(name, row[part][name]), isFigure: true };
}

/** Backtests compared, the best first, and how far the number of attempts explains the best result. */
export default function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { table, tries, failed, bestInSample, multipleTesting, warnings = [] } = comparison;
  const { best, luckySharpe, deflatedSharpe, notice } = multipleTesting;
  return (
    <section aria-label={texts.comparison.label} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <LabelledValues
        values={[
          {
            label: texts.comparison.attempts,
            value: failed > 0 ? texts.comparison.failed(tries, failed) : tries,
          },
          ...(bestInSample ? [{ label: texts.comparison.chosen, value: bestInSample.name }] : []),
          ...(best === null ? [] : [{ label: texts.comparison.best, value: best }]),
          { label: texts.comparison.luck, value: figureText('sharpe', luckySharpe) },
          { label: texts.comparison.deflated, value: figureText('sharpe', deflatedSharpe) },
        ]}
      />
      {[notice, ...warnings].map((text) => (
        <p key={text} role="note" className="max-w-prose text-wait">
          {text}
        </p>
      ))}
      <p className="max-w-prose text-[12px] text-muted">{texts.comparison.note}</p>
      <Table
        label={texts.comparison.tableLabel}
        items={table}
        keyOf={({ name }) => name}
        columns={columns}
      />
    </section>
  );
}
