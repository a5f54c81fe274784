import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQueries } from './api/account.ts';
import { Notice } from '../components/layout/notice.tsx';

/** That all trading is stopped, on every page. */
export function TradingNotice() {
  const { data } = useQuery({ ...accountQueries.killSwitch(), refetchInterval: 10_000 });
  if (!data?.on) return null;
  return (
    <Notice urgent>
      Trading is stopped: no order is taken.{' '}
      <Link to="/account/gates" className="underline">
        See the kill switch
      </Link>
    </Notice>
  );
}
