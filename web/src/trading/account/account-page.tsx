import type { ReactNode } from 'react';
import { useInfiniteQuery, useQuery, useQueries } from '@tanstack/react-query';
import { accountQueries } from '../api/account.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { StartExample } from '../../components/runs/start-example.tsx';
import { useAccount } from './account-search.ts';
import { AccountFrame } from './account-frame.tsx';
import { OrderTable } from './orders/order-table.tsx';
import { portfolioQuery } from './portfolio.ts';
import { Positions } from './positions.tsx';
import { SymbolCandles } from './symbol-candles.tsx';
import { texts } from './texts.ts';
import type { AccountView, FillView } from '../../../../contracts/trading/api/account.ts';
import { cents } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import type { LabelledValue } from '../../components/values/labelled-values.tsx';
import { Money } from '../../components/values/rounded.tsx';
import { Change, Gain } from '../../components/values/change.tsx';
import type { Portfolio } from './portfolio.ts';
import { useMemo } from 'react';
import { withDrawdown } from '../chart/buy-and-hold.ts';
import { EquityFigure } from '../chart/equity-figure.tsx';
import { endingNow, equityCurve } from './equity-curve.ts';
import { seriesQuery, timeframeFor } from '../api/series.ts';
import type { Series } from '../api/series.ts';

type EquityProps = { deposited: string; fills: FillView[]; asOf: string; equity: number };

/** The equity curve and its drawdown, on the clock of the market, beside the same money in a benchmark. */
function Equity({ deposited, fills, asOf, equity }: EquityProps) {
  const answers = useQueries({
    queries: firstFills(fills).map(({ symbol, marketTime }) =>
      seriesQuery(symbol, timeframeFor(symbol, Date.parse(asOf) - Date.parse(marketTime))),
    ),
  });
  const series = answers.flatMap(({ data }) => data ?? []);
  const failure = answers.find(({ error, data }) => error && !data)?.error;
  const newest = series.map(({ bars }) => bars.at(-1)?.time).join();
  const points = useMemo(
    () => withDrawdown(endingNow(equityCurve(Number(deposited), fills, series), { asOf, equity })),
    [deposited, fills, newest, asOf, equity],
  );
  if (fills.length === 0) return null;
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      {failure && <p className="text-bad">{failure.message}</p>}
      <EquityFigure
        title={
          <>
            <span className="font-medium">{texts.equity.title}</span>{' '}
            <span className="text-muted">{texts.equity.note}</span>
          </>
        }
        of={texts.equity.account}
        points={points}
        symbols={firstFills(fills).map(({ symbol }) => symbol)}
        notes={notesOn(series)}
      />
    </div>
  );
}

/** The earliest fill of each symbol. */
function firstFills(fills: FillView[]): FillView[] {
  return [...Map.groupBy(fills, ({ symbol }) => symbol).values()].map(
    (ofSymbol) =>
      ofSymbol.toSorted((one, other) => one.marketTime.localeCompare(other.marketTime))[0]!,
  );
}

function notesOn(series: Series[]): string[] {
  const sources = new Set(series.map(({ source }) => source));
  const notices = new Set(series.flatMap(({ notice }) => notice ?? []));
  const clocks = sources.size > 1 ? [texts.equity.clocks] : [];
  return [...sources, ...notices, ...clocks];
}

/** The overview of an account: its equity, positions and trades. */
export function AccountPage(): ReactNode {
  const shown = useAccount();
  const account = useQuery({ ...accountQueries.account(shown), refetchInterval: 5_000 });
  const fills = useQuery({ ...accountQueries.fills(shown), refetchInterval: 5_000 });
  const portfolio = useQuery(portfolioQuery(shown));
  const open = useInfiniteQuery({
    ...accountQueries.orders({ status: 'open', ...(shown && { account: shown }) }),
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
          {({ asOf, equity, positions }) => (
            <>
              {account.data && (
                <Equity
                  deposited={account.data.deposited}
                  fills={traded}
                  asOf={asOf}
                  equity={equity}
                />
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

type SummaryProps = { account: AccountView; portfolio: Portfolio | undefined };

/** The current equity of the account, and how it is made up. */
function Summary({ account, portfolio }: SummaryProps) {
  const { currency, deposited, cash, reserved, fees, borrowFees } = account;
  const gain = portfolio && portfolio.equity - Number(deposited);
  return (
    <section aria-label={texts.summary.label}>
      {portfolio && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-[22px] font-semibold">{cents(portfolio.equity)}</span>
          <Change amount={gain ?? 0} of={Number(deposited)} />
        </p>
      )}
      {portfolio?.notice && <p className="text-[12px] text-muted">{portfolio.notice}</p>}
      <div className="mt-3">
        <LabelledValues
          values={[
            { label: texts.summary.cash(currency), value: <Money amount={cash} /> },
            { label: texts.summary.held, value: <Money amount={reserved} /> },
            ...(portfolio ? gainsOf(portfolio) : []),
            { label: texts.summary.fees, value: <Money amount={fees} /> },
            ...(Number(borrowFees) === 0
              ? []
              : [{ label: texts.summary.borrowFees, value: <Money amount={borrowFees} /> }]),
            { label: texts.summary.deposited, value: <Money amount={deposited} /> },
          ]}
        />
      </div>
      {portfolio && (
        <p className="mt-3 max-w-prose text-[12px] text-muted">
          {texts.summary.note(portfolio.asOf.slice(0, 16).replace('T', ' '))}
        </p>
      )}
    </section>
  );
}

function gainsOf({ realizedPnl, unrealizedPnl }: Portfolio): LabelledValue[] {
  return [
    { label: texts.summary.realized, value: <Gain amount={realizedPnl} /> },
    { label: texts.summary.unrealized, value: <Gain amount={unrealizedPnl} /> },
  ];
}
