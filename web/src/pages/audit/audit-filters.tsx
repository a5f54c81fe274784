import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { toolOutcomes, toolRefusals } from '../../../../contracts/tools/tools.ts';
import { queries } from '../../api/queries.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { useUserFilter } from '../../components/controls/use-user-filter.ts';
import { words } from '../../components/values/words.ts';
import { auditSearchOf } from './audit-search.ts';
import { outcomeLooks } from './outcome-looks.ts';
import { texts } from './texts.ts';

const outcomes = toolOutcomes.map((value) => ({ value, title: outcomeLooks[value].title }));
const codes = toolRefusals.map((value) => ({ value, title: words(value.toLowerCase()) }));
const effects = [
  { value: 'true', title: texts.filters.sideEffects },
  { value: 'false', title: texts.filters.readOnly },
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
        { name: 'run', label: texts.filters.runOrCall },
        {
          name: 'tool',
          label: texts.filters.tool,
          choice: { all: texts.filters.allTools, options: names },
        },
        {
          name: 'outcome',
          label: texts.filters.outcome,
          choice: { all: texts.filters.allOutcomes, options: outcomes },
        },
        {
          name: 'code',
          label: texts.filters.reason,
          choice: { all: texts.filters.allReasons, options: codes },
        },
        {
          name: 'sideEffect',
          label: texts.filters.effect,
          choice: { all: texts.filters.allEffects, options: effects },
        },
        users,
      ]}
      values={filter}
      onChange={(change, replace) =>
        void navigate({ search: auditSearchOf({ ...filter, ...change }), replace })
      }
    />
  );
}
