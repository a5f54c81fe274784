import type { ReactNode } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { accountQueries } from '../api/account.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { StartExample } from '../../components/runs/start-example.tsx';
import { AccountFrame } from './account-frame.tsx';
import { Equity } from './equity.tsx';
import { OrderTable } from './orders/order-table.tsx';
import { portfolioQuery } from './portfolio.ts';
import { Positions } from './positions.tsx';
import { Summary } from './summary.tsx';
import { SymbolCandles } from './symbol-candles.tsx';
import { texts } from './texts.ts';

/** The paper account: what it is worth, holds and has traded. */
export function AccountPage(): ReactNode {
  const account = useQuery({ ...accountQueries.account(), refetchInterval: 5_000 });
  const fills = useQuery({ ...accountQueries.fills(), refetchInterval: 5_000 });
  const portfolio = useQuery(portfolioQuery());
  const open = useInfiniteQuery({
    ...accountQueries.orders({ status: 'open' }),
    refetchInterval: 5_000,
  });
  const traded = fills.data?.items ?? [];
  const working = open.data?.pages.flatMap(({ items }) => items) ?? [];
  const isUnused = fills.data?.items.length === 0 && open.data && working.length === 0;
  return (
    <AccountFrame>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
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
              {working.length > 0 && (
                <div>
                  <h2 className="mb-1 font-semibold">{texts.overview.openOrders}</h2>
                  <OrderTable orders={working} />
                </div>
              )}
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
        {isUnused && <NothingTraded />}
      </div>
    </AccountFrame>
  );
}

function NothingTraded() {
  return (
    <EmptyState title={texts.overview.empty}>
      <p className="text-muted">{texts.overview.emptyNote}</p>
      <StartExample />
    </EmptyState>
  );
}
