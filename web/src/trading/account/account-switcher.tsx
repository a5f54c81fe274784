import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { accountQueries } from '../api/account.ts';
import { useAccount } from './account-search.ts';
import { texts } from './texts.ts';

/** Switches between the accounts of the user; hidden if there is only one. */
export function AccountSwitcher() {
  const account = useAccount();
  const navigate = useNavigate();
  const { data } = useQuery(accountQueries.accounts());
  const [own, ...desks] = data?.items ?? [];
  if (!own || (desks.length === 0 && account === undefined)) return null;
  return (
    <SelectFilter
      label={texts.switcher.label}
      value={account ?? own.id}
      options={[
        { value: own.id, title: texts.switcher.own },
        ...desks.map(({ id, name }) => ({ value: id, title: name })),
      ]}
      // An order belongs to one account, so switching shows the overview of the other account.
      onChange={(id) =>
        void navigate({ to: '/account', search: { account: id === own.id ? undefined : id } })
      }
    />
  );
}
