import type { BacktestTrade } from '../../../../contracts/trading/backtest.ts';
import { Change } from '../../components/values/change.tsx';
import { Price } from '../values/price.tsx';
import { Table } from '../../components/values/table.tsx';
import { words } from '../../components/values/words.ts';
import { texts } from './texts.ts';

/** The trades, the newest last. */
export function TradeTable({ trades, leftOut }: { trades: BacktestTrade[]; leftOut: number }) {
  if (trades.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-semibold">{texts.trades.title}</h3>
      <Table
        label={texts.trades.title}
        items={trades}
        keyOf={({ entryTime, side }) => `${entryTime} ${side}`}
        columns={[
          { title: texts.trades.side, cell: ({ side }) => side },
          {
            title: texts.trades.entry,
            cell: ({ entryTime, entryPrice }) => <Deal time={entryTime} price={entryPrice} />,
          },
          {
            title: texts.trades.exit,
            cell: ({ exitTime, exitPrice, exitReason }) =>
              exitTime === null || exitPrice === null ? (
                texts.trades.open
              ) : (
                <Deal time={exitTime} price={exitPrice} by={exitReason} />
              ),
          },
          { title: texts.trades.bars, cell: ({ bars }) => bars, isFigure: true, isMinor: true },
          {
            title: texts.trades.net,
            cell: (one) => (
              <Change amount={one.pnl} of={one.return === 0 ? 0 : one.pnl / one.return} />
            ),
            isFigure: true,
            className: 'whitespace-normal',
          },
        ]}
      />
      {leftOut > 0 && (
        <p className="mt-2 text-[12px] text-muted">{texts.trades.leftOut(leftOut)}</p>
      )}
    </div>
  );
}

/** The time and price of an entry or exit, and why the trade ended. */
function Deal({ time, price, by = null }: { time: string; price: number; by?: string | null }) {
  return (
    <>
      <time dateTime={time} title={time} className="whitespace-nowrap">
        {time.slice(0, 10)}
      </time>
      <span className="block text-[12px] text-muted">
        {texts.trades.at} <Price value={price} />
        {by !== null && `, ${words(by).toLowerCase()}`}
      </span>
    </>
  );
}
