import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { toolOutcomes, toolRefusals } from '../../../../contracts/tools/tools.ts';
import { queries } from '../../api/queries.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { words } from '../../components/values/words.ts';
import { auditSearchOf } from './audit-search.ts';
import { outcomeLooks } from './outcome-looks.ts';

const outcomes = toolOutcomes.map((value) => ({ value, title: outcomeLooks[value].title }));
const codes = toolRefusals.map((value) => ({ value, title: words(value.toLowerCase()) }));
const effects = [
  { value: 'true', title: 'Side effects only' },
  { value: 'false', title: 'Reading only' },
];

/**
 * Which attempts are shown, kept in the address.
 * @param props.usersSeen can be chosen beside those that models were called for.
 */
export function AuditFilters({ usersSeen }: { usersSeen: string[] }) {
  const filter = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const tools = useQuery({ ...queries.tools(), staleTime: 60_000 });
  const users = useUserFilter([filter.user, ...usersSeen]);
  const names = (tools.data?.items ?? []).map(({ name }) => ({ value: name, title: name }));
  return (
    <FilterBar
      filters={[
        { name: 'run', label: 'Run or call' },
        { name: 'tool', label: 'Tool', choice: { all: 'Every tool', options: names } },
        { name: 'outcome', label: 'Outcome', choice: { all: 'Every outcome', options: outcomes } },
        { name: 'code', label: 'Reason', choice: { all: 'Every reason', options: codes } },
        { name: 'sideEffect', label: 'Effect', choice: { all: 'Every effect', options: effects } },
        users,
      ]}
      values={filter}
      onChange={(change, replace) =>
        void navigate({ search: auditSearchOf({ ...filter, ...change }), replace })
      }
    />
  );
}
