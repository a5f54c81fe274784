import type { PerformanceView } from '../../../../../contracts/trading/api/performance.ts';
import { Table } from '../../../components/values/table.tsx';
import { percentText } from './figure-text.ts';
import { texts } from './texts.ts';

/** The deepest falls of the equity, from peak to recovery. */
export function DrawdownTable({ drawdowns }: Pick<PerformanceView, 'drawdowns'>) {
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.drawdowns.title}</h2>
      {drawdowns.length === 0 ? (
        <p className="text-muted">{texts.drawdowns.none}</p>
      ) : (
        <Table
          label={texts.drawdowns.title}
          items={drawdowns}
          keyOf={({ from, trough }) => `${from} ${trough}`}
          columns={[
            { title: texts.drawdowns.from, cell: ({ from }) => from },
            { title: texts.drawdowns.trough, cell: ({ trough }) => trough, isMinor: true },
            {
              title: texts.drawdowns.recovered,
              cell: ({ recovered }) => recovered ?? texts.drawdowns.lasting,
            },
            {
              title: texts.drawdowns.depth,
              cell: ({ depth }) => <span className="text-bad">{percentText(depth)}</span>,
              isFigure: true,
            },
            { title: texts.drawdowns.days, cell: ({ days }) => days, isFigure: true },
          ]}
        />
      )}
    </div>
  );
}
