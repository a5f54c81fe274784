import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { Table } from '../../components/values/table.tsx';
import { figureTitle, whyUndefined } from './figure-text.ts';
import { metricRows } from './metric-rows.ts';
import { texts } from './texts.ts';

/** The figures beside those of buying and holding, with their intervals and how each is computed. */
export function MetricTable({ report }: { report: BacktestReport }) {
  return (
    <div>
      <Table
        label={texts.metrics.label}
        items={metricRows(report)}
        keyOf={({ name }) => name}
        columns={[
          {
            title: texts.metrics.metric,
            cell: ({ title, convention }) => (
              <>
                <span className="font-medium">{title}</span>
                <span className="block text-[12px] text-muted">{convention}</span>
              </>
            ),
            className: 'min-w-32',
          },
          {
            title: texts.metrics.strategy,
            cell: ({ name, strategy }) => (
              <Figure text={strategy} why={whyUndefined(name, report.metrics)} />
            ),
            isFigure: true,
          },
          {
            title: texts.metrics.buyAndHold,
            cell: ({ name, hold }) => (
              <Figure text={hold} why={whyUndefined(name, report.buyAndHold)} />
            ),
            isFigure: true,
          },
          {
            title: texts.metrics.confidence,
            cell: ({ interval }) => interval,
            className: 'whitespace-nowrap text-muted',
          },
        ]}
      />
      {report.bootstrap && (
        <p className="mt-2 max-w-prose text-[12px] text-muted">
          {texts.metrics.bootstrap(report.bootstrap.runs, report.bootstrap.blockBars)}{' '}
          {Object.entries(report.bootstrap.conventions ?? {}).map(([name, convention]) =>
            texts.metrics.convention(figureTitle(name), convention),
          )}
          {report.bootstrap.notice}
        </p>
      )}
    </div>
  );
}

/** A figure, or the dash for one with why it is not defined. */
function Figure({ text, why }: { text: string; why: string | undefined }) {
  if (why === undefined) return text;
  return (
    <span title={why}>
      <span aria-hidden>{text}</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}
