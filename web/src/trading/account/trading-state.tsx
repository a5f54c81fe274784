import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, OctagonX } from 'lucide-react';
import { accountQueries } from '../api/account.ts';
import { useAccount } from './account-search.ts';
import { texts } from './gates/texts.ts';

/** Whether the account trades, always in sight; leads to the switch. */
export function TradingState() {
  const { data } = useQuery({ ...accountQueries.killSwitch(useAccount()), refetchInterval: 5_000 });
  if (!data) return null;
  const [Icon, text, colour] = data.on
    ? ([OctagonX, texts.state.stopped, 'text-bad'] as const)
    : ([CircleCheck, texts.state.on, 'text-good'] as const);
  return (
    <Link
      to="/account/gates"
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 hover:bg-hover max-md:min-h-11 ${colour}`}
    >
      <Icon aria-hidden className="size-4" />
      {text}
    </Link>
  );
}
