import type { BacktestTrade } from '../../../../contracts/trading/backtest.ts';
import { Change } from '../../components/values/change.tsx';
import { Decimal } from '../../components/values/rounded.tsx';
import { Table } from '../../components/values/table.tsx';
import { words } from '../../components/values/words.ts';

/** The trades, the newest last. */
export function TradeTable({ trades, leftOut }: { trades: BacktestTrade[]; leftOut: number }) {
  if (trades.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-semibold">Trades</h3>
      <Table
        label="Trades"
        items={trades}
        keyOf={({ entryTime, side }) => `${entryTime} ${side}`}
        columns={[
          { title: 'Side', cell: ({ side }) => side },
          {
            title: 'In',
            cell: ({ entryTime, entryPrice }) => <Deal time={entryTime} price={entryPrice} />,
          },
          {
            title: 'Out',
            cell: ({ exitTime, exitPrice, exitReason }) =>
              exitTime === null || exitPrice === null ? (
                'still open'
              ) : (
                <Deal time={exitTime} price={exitPrice} by={exitReason} />
              ),
          },
          { title: 'Bars', cell: ({ bars }) => bars, isFigure: true, isMinor: true },
          {
            title: 'After fees',
            cell: (one) => (
              <Change amount={one.pnl} of={one.return === 0 ? 0 : one.pnl / one.return} />
            ),
            isFigure: true,
            className: 'whitespace-normal',
          },
        ]}
      />
      {leftOut > 0 && (
        <p className="mt-2 text-[12px] text-muted">
          {leftOut} earlier trades are left out; ask for more with maximumTrades.
        </p>
      )}
    </div>
  );
}

/** When it was traded, at which price, and what made it end. */
function Deal({ time, price, by = null }: { time: string; price: number; by?: string | null }) {
  return (
    <>
      <time dateTime={time} title={time} className="whitespace-nowrap">
        {time.slice(0, 10)}
      </time>
      <span className="block text-[12px] text-muted">
        at <Decimal value={price} />
        {by !== null && `, ${words(by).toLowerCase()}`}
      </span>
    </>
  );
}
