import type { PerformanceView } from '../../../../../contracts/trading/api/performance.ts';
import { Table } from '../../../components/values/table.tsx';
import { missing, percentText, ratioText } from './figure-text.ts';
import { texts } from './texts.ts';

/** The figures of return and risk, and how each is written. */
export const figureRows = [
  { name: 'totalReturn', text: percentText },
  { name: 'annualReturn', text: percentText },
  { name: 'volatility', text: percentText },
  { name: 'sharpe', text: ratioText },
  { name: 'sortino', text: ratioText },
  { name: 'maxDrawdown', text: percentText },
] as const;
type Row = (typeof figureRows)[number];

/** Figures of return and risk beside those of the benchmark. */
export function FigureTable({ view }: { view: PerformanceView }) {
  const { benchmark, figures } = view;
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.figures.title}</h2>
      <Table<Row>
        label={texts.figures.title}
        items={[...figureRows]}
        keyOf={({ name }) => name}
        columns={[
          {
            title: texts.figures.figure,
            cell: ({ name }) => <span className="font-medium">{texts.figures[name]}</span>,
          },
          {
            title: texts.figures.account,
            cell: ({ name, text }) => <Figure text={text(figures[name])} />,
            isFigure: true,
          },
          ...(benchmark
            ? [
                {
                  title: benchmark.symbol,
                  cell: ({ name, text }: Row) => <Figure text={text(benchmark[name])} />,
                  isFigure: true,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

/** A figure, or a dash if there is not enough data for it. */
function Figure({ text }: { text: string }) {
  if (text !== missing) return text;
  return (
    <span title={texts.figures.missing}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{texts.figures.missing}</span>
    </span>
  );
}
