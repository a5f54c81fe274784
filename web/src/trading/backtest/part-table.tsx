import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { Table } from '../../components/values/table.tsx';
import { words } from '../../components/values/words.ts';
import { figureText, figureTitle } from './figure-text.ts';
import { texts } from './texts.ts';

const shown = ['totalReturn', 'sharpe', 'maxDrawdown', 'trades'];

/** The figures of consecutive parts, such as in-sample and out-of-sample; nothing where it was not divided. */
export function PartTable({ parts }: Pick<BacktestReport, 'parts'>) {
  if (parts.length < 2) return null;
  return (
    <div>
      <h3 className="mb-1 font-semibold">{texts.parts.title}</h3>
      <Table
        label={texts.parts.title}
        items={parts}
        keyOf={({ name }) => name}
        columns={[
          {
            title: texts.parts.part,
            cell: ({ name, from, to }) => (
              <>
                <span className="font-medium whitespace-nowrap">{words(name)}</span>
                <span className="block text-[12px] text-muted">
                  {texts.parts.range(from.slice(0, 10), to.slice(0, 10))}
                </span>
              </>
            ),
          },
          ...shown.map((name) => ({
            title: figureTitle(name),
            cell: ({ metrics }: BacktestReport['parts'][number]) => figureText(name, metrics[name]),
            isFigure: true,
          })),
        ]}
      />
    </div>
  );
}
