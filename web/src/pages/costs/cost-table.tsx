import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CostsView } from '../../../../contracts/api/index.ts';
import type { CostGrouping } from '../../../../contracts/models/cost-groupings.ts';
import { exactDollars, tokens, wholeNumber } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { Table } from '../../components/values/table.tsx';

type Row = CostsView['items'][number];

type CostTableProps = { title: string; costs: CostsView };

/** The rows of a period, the dearest first; days from the latest on. */
export function CostTable({ title, costs: { by, items } }: CostTableProps) {
  if (items.length === 0) {
    return <p className="py-3 text-muted">No model was called in this period.</p>;
  }
  return (
    <Table
      label={`Costs by ${title.toLowerCase()}`}
      items={items}
      keyOf={({ key }) => key ?? ''}
      columns={[
        { title, cell: ({ key }) => keyText(by, key), className: 'wrap-anywhere min-w-40' },
        { title: 'Calls', cell: ({ calls }) => wholeNumber(calls), isFigure: true },
        { title: 'Tokens read', cell: (row) => tokens(row.tokens.input), isFigure: true },
        { title: 'Tokens written', cell: (row) => tokens(row.tokens.output), isFigure: true },
        { title: 'Cost', cell: costText, isFigure: true },
      ]}
    />
  );
}

function keyText(by: CostGrouping, key: string | null): ReactNode {
  if (key === null) return <span className="text-muted">none: asked for by the gateway</span>;
  if (by !== 'run') return <span className={by === 'model' ? 'font-mono' : ''}>{key}</span>;
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

function costText({ costUsd, calls, unknownPriceCalls }: Row): ReactNode {
  if (unknownPriceCalls === 0) return exactDollars(costUsd);
  const isAll = unknownPriceCalls === calls;
  return (
    <>
      {!isAll && exactDollars(costUsd)}
      <span className="block text-wait">
        {isAll ? 'price not known' : `and ${callsOf(unknownPriceCalls)} of unknown price`}
      </span>
    </>
  );
}
