import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonRows } from '../../components/skeleton.tsx';
import { StartExample } from '../../components/start-example.tsx';
import { Equity } from './equity.tsx';
import { Orders } from './orders.tsx';
import { portfolioQuery } from './portfolio.ts';
import { Positions } from './positions.tsx';
import { Summary } from './summary.tsx';
import { SymbolCandles } from './symbol-candles.tsx';

/** The paper account: what it is worth, holds and has traded. */
export function AccountPage(): ReactNode {
  const account = useQuery({ ...queries.account(), refetchInterval: 5_000 });
  const fills = useQuery({ ...queries.fills(), refetchInterval: 5_000 });
  const portfolio = useQuery(portfolioQuery());
  const traded = fills.data?.items ?? [];
  return (
    <>
      <PageHeader title="Paper account" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 pb-8">
        <Loaded query={account} skeleton={<SkeletonRows count={3} />}>
          {(data) => <Summary account={data} portfolio={portfolio.data} />}
        </Loaded>
        <Loaded query={portfolio} skeleton={<SkeletonRows count={8} />}>
          {({ asOf, positions }) => (
            <>
              {account.data && (
                <Equity deposited={account.data.deposited} fills={traded} asOf={asOf} />
              )}
              {positions.length > 0 && <Positions positions={positions} />}
              {traded.length > 0 && (
                <SymbolCandles
                  fills={traded}
                  held={positions.map(({ symbol }) => symbol)}
                  asOf={asOf}
                />
              )}
            </>
          )}
        </Loaded>
        <Orders />
        <Loaded query={fills} skeleton={null}>
          {({ items }) => items.length === 0 && <NothingTraded />}
        </Loaded>
      </div>
    </>
  );
}

function NothingTraded() {
  return (
    <EmptyState title="Nothing was traded yet">
      <p className="text-muted">Start a run that trades, and approve its order.</p>
      <StartExample />
    </EmptyState>
  );
}
