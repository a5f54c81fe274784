import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OverviewRow } from '../../../../../contracts/api/index.ts';
import { usePipelineTitles } from '../../../components/runs/use-pipeline-titles.ts';
import type { TitleOf } from '../../../components/runs/use-pipeline-titles.ts';
import { tokens, wholeNumber } from '../../../components/values/figures.ts';
import { Dollars } from '../../../components/values/rounded.tsx';
import { Table } from '../../../components/values/table.tsx';
import type { Column } from '../../../components/values/table.tsx';
import { duration } from '../../../components/values/time.tsx';
import type { RunSearch } from '../../runs/run-filter.ts';
import { costText } from '../cost-table.tsx';
import { texts } from '../texts.ts';
import { runsBehind } from './runs-behind.ts';
import type { OverviewPart } from './runs-behind.ts';
import { shareOf } from './share.ts';

type OverviewTableProps = { part: OverviewPart; from: string; rows: OverviewRow[] };

/** How runs went and what they cost, by pipeline, agent, model or day; each row leads to its runs, and what went badly to those. */
export function OverviewTable({ part, from, rows }: OverviewTableProps) {
  const titleOf = usePipelineTitles();
  if (rows.length === 0) return <p className="py-3 text-muted">{texts.health.empty}</p>;
  const isOfCalls = part === 'agent' || part === 'model';
  const countOf = (
    title: string,
    count: (row: OverviewRow) => number,
    status: 'failed' | 'timeout',
  ): Column<OverviewRow> => ({
    title,
    isFigure: true,
    cell: (row) => (
      <Count
        count={count(row)}
        to={runsBehind(part, row.key, { from, status })}
        name={texts.health.countOf(title, nameOf(part, row.key, titleOf))}
        isBad
      >
        {status === 'failed' && ` · ${shareOf(row)}`}
      </Count>
    ),
  });
  const hasRetried = rows.some(({ retried }) => retried > 0);
  const hasLate = rows.some(({ timedOut }) => timedOut > 0);
  return (
    <Table
      label={texts.health.table(texts.titles[part].toLowerCase())}
      items={rows}
      keyOf={({ key }) => key ?? ''}
      columns={[
        {
          title: texts.titles[part],
          className: 'wrap-anywhere min-w-32 max-md:min-w-24',
          cell: ({ key }) => {
            const name = nameOf(part, key, titleOf);
            const to = runsBehind(part, key, { from });
            const slug = key !== null && name !== key ? key : undefined;
            if (!to) return <span className="text-muted">{name}</span>;
            return (
              <Link
                to="/runs"
                search={to}
                title={slug}
                className={`row-link ${part === 'model' ? 'font-mono' : 'font-medium'}`}
              >
                {name}
              </Link>
            );
          },
        },
        {
          title: texts.health.runs,
          cell: ({ runs }) => wholeNumber(runs),
          isFigure: true,
        },
        countOf(texts.health.failed, (row) => row.failed, 'failed'),
        ...(hasRetried
          ? [
              {
                title: texts.health.retriedRuns,
                cell: ({ retried }: OverviewRow) =>
                  retried > 0 ? wholeNumber(retried) : <span className="text-muted">0</span>,
                isFigure: true,
                isMinor: true,
              },
            ]
          : []),
        ...(hasLate ? [countOf(texts.health.timedOut, (row) => row.timedOut, 'timeout')] : []),
        { title: texts.chart.cost, cell: costText, isFigure: true },
        {
          title: isOfCalls ? texts.health.medianCall : texts.health.median,
          cell: ({ medianMs }) => time(medianMs),
          isFigure: true,
        },
        {
          title: texts.health.slow,
          cell: ({ slowMs }) => time(slowMs),
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.totals.calls,
          cell: ({ calls }) => wholeNumber(calls),
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.totals.inputTokens,
          cell: (row) => tokens(row.tokens.input),
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.totals.outputTokens,
          cell: (row) => tokens(row.tokens.output),
          isFigure: true,
          isMinor: true,
        },
        {
          title: texts.totals.saved,
          cell: (row) => <Dollars amount={row.savedUsd} />,
          isFigure: true,
          isMinor: true,
        },
      ]}
    />
  );
}

function time(milliseconds: number | null): string {
  return milliseconds === null ? '–' : duration(milliseconds);
}

function nameOf(part: OverviewPart, key: string | null, titleOf: TitleOf): string {
  if (key === null) return part === 'pipeline' ? texts.health.noPipeline : texts.table.gateway;
  return part === 'pipeline' ? titleOf(key) : key;
}

type CountProps = {
  count: number;
  /** Which runs it counts; left out where the list cannot show them. */
  to: RunSearch | undefined;
  /** What it counts, for those who do not see where it stands. */
  name: string;
  isBad?: boolean;
  children?: ReactNode;
};

/** How many runs, which leads to them. */
export function Count({ count, to, name, isBad = false, children }: CountProps) {
  if (count === 0) return <span className="text-muted">0</span>;
  const look = isBad ? 'text-bad' : 'text-accent';
  if (!to) return <span className={isBad ? 'text-bad' : ''}>{wholeNumber(count)}</span>;
  return (
    <Link to="/runs" search={to} className={`inline-block ${look} hover:underline`}>
      <span className="sr-only">{name}</span>
      {wholeNumber(count)}
      {children}
    </Link>
  );
}
