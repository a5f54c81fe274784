import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQueries } from './api/account.ts';
import { Notice } from '../components/layout/notice.tsx';
import { texts } from './texts.ts';

/** The notice on every page that all trading is stopped. */
export function TradingNotice() {
  const { data } = useQuery({ ...accountQueries.killSwitch(), refetchInterval: 10_000 });
  if (!data?.on) return null;
  return (
    <Notice urgent>
      {texts.notice.halted}{' '}
      <Link to="/account/gates" className="underline">
        {texts.notice.open}
      </Link>
    </Notice>
  );
}
