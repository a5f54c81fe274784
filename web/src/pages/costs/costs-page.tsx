import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { costGroupings } from '../../../../contracts/models/cost-groupings.ts';
import type { CostGrouping } from '../../../../contracts/models/cost-groupings.ts';
import { queries } from '../../api/queries.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Budgets } from './budgets/budgets.tsx';
import { CostTable } from './cost-table.tsx';
import { costsSearchOf, daysOf, periods } from './costs-search.ts';
import { DayChart } from './day-chart.tsx';
import { Totals } from './totals.tsx';
import { texts } from './texts.ts';

const titles: Record<CostGrouping, string> = {
  model: texts.titles.model,
  agent: texts.titles.agent,
  user: texts.titles.user,
  run: texts.titles.run,
  day: texts.titles.day,
};
const order = costGroupings.toSorted(
  (one, other) => Object.keys(titles).indexOf(one) - Object.keys(titles).indexOf(other),
);

/** What models have cost, by what, and what they may cost. */
export function CostsPage(): ReactNode {
  const { by, period } = useSearch({ from: '/costs' });
  const navigate = useNavigate({ from: '/costs' });
  const days = daysOf(period);
  const from = days[0]!;
  const byDay = useQuery({ ...queries.costs('day', { from }), refetchInterval: 5_000 });
  const grouped = useQuery({ ...queries.costs(by, { from }), refetchInterval: 5_000 });
  return (
    <>
      <PageHeader title={texts.page.title}>
        <SelectFilter
          label={texts.page.period}
          value={period}
          options={Object.entries(periods).map(([value, { title }]) => ({ value, title }))}
          onChange={(value) => void navigate({ search: costsSearchOf({ by, period: value }) })}
        />
      </PageHeader>
      <section aria-label={texts.page.totals} className="px-5 pb-5">
        <Loaded query={byDay} skeleton={<SkeletonRows count={4} />}>
          {({ totals, items }) => (
            <>
              <Totals totals={totals} />
              {days.length > 1 && <DayChart days={days} rows={items} />}
            </>
          )}
        </Loaded>
      </section>
      <Tabs
        label={texts.page.costsBy}
        current={by}
        onChange={(name) => void navigate({ search: costsSearchOf({ by: name, period }) })}
        tabs={order.map((name) => ({
          name,
          title: texts.page.by(titles[name].toLowerCase()),
          content: (
            <div className="px-5 pt-1 pb-6">
              <Loaded query={grouped} skeleton={<SkeletonRows count={3} />}>
                {(costs) => <CostTable title={titles[by]} costs={costs} />}
              </Loaded>
            </div>
          ),
        }))}
      />
      <Budgets />
    </>
  );
}
