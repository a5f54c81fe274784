import { useMemo } from 'react';
import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { EquityFigure } from '../chart/equity-figure.tsx';
import { wholeNumber } from '../../components/values/figures.ts';
import { figureText, figureTitle } from './figure-text.ts';
import { MetricTable } from './metric-table.tsx';
import { TradeTable } from './trade-table.tsx';
import { texts } from './texts.ts';
import { words } from '../../components/values/words.ts';
import { exitRuleText, strategyLines } from './strategy-text.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { intervalText } from './metric-rows.ts';
import { useQuery } from '@tanstack/react-query';
import { barsWithinQuery, timeframeFor } from '../api/series.ts';
import { Charts } from '../candles/charts.tsx';
import { tradeMarks } from './trade-marks.ts';
import { Table } from '../../components/values/table.tsx';

const shown = ['totalReturn', 'sharpe', 'maxDrawdown', 'trades'];

/** The figures of consecutive parts, such as in-sample and out-of-sample; nothing where it was not divided. */
function PartTable({ parts }: Pick<BacktestReport, 'parts'>) {
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

/** A backtest: its caveats, equity curve, metrics compared with baselines, and trades. */
export default function BacktestView({ report }: { report: BacktestReport }) {
  const { symbol, timeframe, from, to, bars, warmupBars, metrics, curve, warnings } = report;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-[17px] font-semibold">
            {figureText('totalReturn', metrics['totalReturn'])}
          </span>
          <span className="text-muted">
            {texts.report.buyAndHold(figureText('totalReturn', report.buyAndHold['totalReturn']))}
          </span>
        </p>
        <p className="text-muted">
          {texts.report.period(
            symbol,
            timeframe,
            from.slice(0, 10),
            to.slice(0, 10),
            wholeNumber(bars),
            wholeNumber(warmupBars),
          )}
        </p>
      </header>
      {warnings.length > 0 && (
        <div role="note" aria-label={texts.report.caveats}>
          <ul className="grid gap-1 text-wait">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <StrategyList report={report} />
      {curve.length > 1 && (
        <EquityFigure
          title={<span className="font-medium">{texts.report.equityAndDrawdown}</span>}
          of={texts.metrics.strategy}
          points={curve}
          symbols={[symbol]}
          notes={[report.source, report.notice]}
        />
      )}
      <MetricTable report={report} />
      <Baselines report={report} />
      <PartTable parts={report.parts} />
      <TradeTable trades={report.trades} leftOut={report.tradesLeftOut} />
      <TradeCandles report={report} />
    </div>
  );
}

/** The strategy that was traded, member by member. */
function StrategyList({ report }: { report: BacktestReport }) {
  const exits = exitRuleText(report);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      {strategyLines(report.strategy).map(({ name, text, isCode }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{words(name)}</dt>
          <dd className={`wrap-anywhere ${isCode ? 'font-mono text-[12px]' : ''}`}>{text}</dd>
        </div>
      ))}
      {exits !== undefined && (
        <div className="contents">
          <dt className="text-muted">{texts.strategy.exits}</dt>
          <dd>{exits}</dd>
        </div>
      )}
    </dl>
  );
}

/** The strategy compared with random entries; empty without random runs. */
function Baselines({ report: { randomEntries } }: { report: BacktestReport }) {
  if (!randomEntries) return null;
  const { runs, medianReturn, interval90, exceeds, notice } = randomEntries;
  return (
    <section aria-labelledby="random-entries">
      <h3 id="random-entries" className="mb-2 font-semibold">
        {texts.baselines.title}
      </h3>
      <LabelledValues
        values={[
          {
            label: texts.baselines.exceeded,
            value: texts.baselines.share(Math.round(exceeds * 100), runs),
          },
          { label: texts.baselines.median, value: figureText('totalReturn', medianReturn) },
          { label: texts.baselines.range, value: intervalText('totalReturn', interval90) },
        ]}
      />
      <p className="mt-2 max-w-prose text-[12px] text-muted">{notice}</p>
    </section>
  );
}

/** The trades on the candles of the backtest's time, as far back as these reach. */
function TradeCandles({ report }: { report: BacktestReport }) {
  const { symbol, trades, from, asOf } = report;
  const first = trades[0]?.entryTime ?? from;
  const timeframe = timeframeFor(symbol, Date.parse(asOf) - Date.parse(first));
  const { data } = useQuery({
    ...barsWithinQuery({ symbol, timeframe, from: first, before: asOf }),
    enabled: trades.length > 0,
  });
  const chart = useMemo(
    () => data && { ...data, marks: tradeMarks(trades, data.bars[0]?.time ?? from) },
    [data, trades, from],
  );
  if (!chart) return null;
  return (
    <section aria-label={texts.trades.candles}>
      <Charts charts={[chart]} />
    </section>
  );
}
