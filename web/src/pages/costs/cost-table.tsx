import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CostsView, CostSumView } from '../../../../contracts/api/index.ts';
import type { CostGrouping } from '../../../../contracts/models/cost-groupings.ts';
import { tokens, wholeNumber } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { Dollars } from '../../components/values/rounded.tsx';
import { Table } from '../../components/values/table.tsx';
import { texts } from './texts.ts';

type CostTableProps = { title: string; costs: CostsView };

/** The rows of a period, the dearest first. */
export function CostTable({ title, costs: { by, items } }: CostTableProps) {
  if (items.length === 0) {
    return <p className="py-3 text-muted">{texts.table.empty}</p>;
  }
  return (
    <Table
      label={texts.table.label(title.toLowerCase())}
      items={items}
      keyOf={({ key }) => key ?? ''}
      columns={[
        { title, cell: ({ key }) => keyText(by, key), className: 'wrap-anywhere min-w-40' },
        { title: texts.totals.calls, cell: ({ calls }) => wholeNumber(calls), isFigure: true },
        {
          title: texts.totals.inputTokens,
          cell: (row) => tokens(row.tokens.input),
          isFigure: true,
        },
        {
          title: texts.totals.outputTokens,
          cell: (row) => tokens(row.tokens.output),
          isFigure: true,
        },
        { title: texts.chart.cost, cell: costText, isFigure: true },
        {
          title: texts.totals.saved,
          cell: (row) => <Dollars amount={row.savedUsd} />,
          isFigure: true,
        },
      ]}
    />
  );
}

function keyText(by: CostGrouping, key: string | null): ReactNode {
  if (key === null) {
    const text = by === 'key' ? texts.table.noKey : texts.table.gateway;
    return <span className="text-muted">{text}</span>;
  }
  if (by !== 'run') return key;
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: key }}
      className="font-mono text-[12px] text-accent hover:underline"
    >
      {key}
    </Link>
  );
}

/** What calls have cost; what is not known of it is said. */
export function costText({ costUsd, calls, unknownPriceCalls }: CostSumView): ReactNode {
  if (unknownPriceCalls === 0) return <Dollars amount={costUsd} />;
  const isAll = unknownPriceCalls === calls;
  return (
    <>
      {!isAll && <Dollars amount={costUsd} />}
      <span className="block text-wait">
        {isAll ? texts.table.unknown : texts.table.plusUnknown(callsOf(unknownPriceCalls))}
      </span>
    </>
  );
}
