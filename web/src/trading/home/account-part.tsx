import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Change } from '../../components/values/change.tsx';
import { cents, decimal } from '../../components/values/figures.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Ago } from '../../components/values/time.tsx';
import { accountQueries } from '../api/account.ts';
import { portfolioQuery } from '../account/portfolio.ts';
import { sideTitles } from '../account/order-words.ts';
import { texts } from './texts.ts';

const mostFills = 3;

/** The equity, positions and latest fills of the paper account. */
export default function AccountPart() {
  const portfolio = useQuery({ ...portfolioQuery(), refetchInterval: 30_000 });
  const fills = useQuery({ ...accountQueries.fills(), refetchInterval: 10_000 });
  const newest = (fills.data?.items ?? [])
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, mostFills);
  return (
    <>
      <Loaded query={portfolio} skeleton={<SkeletonRows count={2} />}>
        {({ equity, deposited, positions }) => (
          <div className="px-4 pb-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="text-[20px] leading-7 font-semibold">{cents(equity)}</span>
              {equity !== deposited && <Change amount={equity - deposited} of={deposited} />}
            </p>
            <p className="text-[12px] text-muted">
              {positions.length === 0
                ? texts.noPositions
                : positions
                    .map(({ symbol, quantity }) => `${decimal(quantity)} ${symbol}`)
                    .join(' · ')}
            </p>
          </div>
        )}
      </Loaded>
      {newest.length > 0 && (
        <ul aria-label={texts.fills} className="divide-y divide-line border-t border-line">
          {newest.map(({ orderId, side, quantity, symbol, price, at }) => (
            <li
              key={`${orderId} ${at} ${quantity}`}
              className="link-row flex items-center gap-3 px-4 py-2 hover:bg-hover"
            >
              <Link
                to="/account/orders/$orderId"
                params={{ orderId }}
                className="row-link min-w-0 flex-1 truncate"
              >
                {sideTitles[side]} {decimal(quantity)} {symbol}
                <span className="text-muted"> {texts.at(cents(price))}</span>
              </Link>
              <span className="shrink-0 text-[12px] text-muted">
                <Ago instant={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
