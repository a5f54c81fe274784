import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Alerts } from './alerts/alerts.tsx';
import { Budgets } from './budgets/budgets.tsx';
import { CostTable } from './cost-table.tsx';
import { costsSearchOf, daysOf, groupings } from './costs-search.ts';
import type { CostsSearch } from './costs-search.ts';
import { DayChart } from './health/day-chart.tsx';
import { Figures } from './health/figures.tsx';
import { OverviewTable } from './health/overview-table.tsx';
import { texts } from './texts.ts';
import type { CostSumView, OverviewView } from '../../../../contracts/api/index.ts';
import { tokens, wholeNumber, dollars } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { Dollars } from '../../components/values/rounded.tsx';
import { LabelledValues } from '../../components/values/labelled-values.tsx';

/** How runs went and what models have cost, by what, and what they may cost. */
export function CostsPage(): ReactNode {
  const { by, period } = useSearch({ from: '/costs' });
  const navigate = useNavigate({ from: '/costs' });
  const days = daysOf(period);
  const from = days[0]!;
  const overview = useQuery({ ...queries.overview({ from }), refetchInterval: 10_000 });
  return (
    <>
      <PageHeader title={texts.page.title}>
        <SelectFilter
          label={texts.page.period}
          value={period}
          options={Object.entries(texts.periods).map(([value, title]) => ({ value, title }))}
          onChange={(value) => void navigate({ search: costsSearchOf({ by, period: value }) })}
        />
      </PageHeader>
      <section aria-label={texts.page.totals} className="px-5 pb-5">
        <Loaded query={overview} skeleton={<SkeletonRows count={4} />}>
          {(read) => (
            <>
              <Figures totals={read.totals} from={from} period={period} />
              {days.length > 1 && <Charts days={days} overview={read} />}
            </>
          )}
        </Loaded>
      </section>
      <Tabs
        label={texts.page.costsBy}
        current={by}
        onChange={(name) => void navigate({ search: costsSearchOf({ by: name, period }) })}
        tabs={groupings.map((name) => ({
          name,
          title: texts.page.by[name],
          content: (
            <div className="px-5 pt-1 pb-6">
              {name === 'user' || name === 'key' || name === 'run' ? (
                <Costs by={name} from={from} />
              ) : (
                <Loaded query={overview} skeleton={<SkeletonRows count={3} />}>
                  {(read) => <OverviewTable part={name} from={from} rows={read[name]} />}
                </Loaded>
              )}
            </div>
          ),
        }))}
      />
      {overview.data && <Tokens totals={overview.data.totals} />}
      <Alerts />
      <Budgets />
    </>
  );
}

/** What models have cost by what has no runs of its own. */
function Costs({
  by,
  from,
}: {
  by: Extract<CostsSearch['by'], 'user' | 'key' | 'run'>;
  from: string;
}) {
  const query = useQuery({ ...queries.costs(by, { from }), refetchInterval: 5_000 });
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
      {(costs) => <CostTable title={texts.titles[by]} costs={costs} />}
    </Loaded>
  );
}

/** A bar a day: of runs, and of what they cost or, where nothing was paid for, of calls. */
function Charts({ days, overview }: { days: string[]; overview: OverviewView }) {
  const byDay = new Map(overview.day.map((row) => [row.key, row]));
  const isPaid = overview.day.some(({ costUsd }) => Number(costUsd) > 0);
  return (
    <div className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-2">
      <DayChart
        what={texts.health.runs}
        textOf={wholeNumber}
        bars={days.map((day) => {
          const { runs = 0, failed = 0, timedOut = 0 } = byDay.get(day) ?? {};
          return { day, value: runs, bad: failed + timedOut };
        })}
      />
      <DayChart
        what={isPaid ? texts.chart.cost : texts.chart.calls}
        textOf={(value) => (isPaid ? dollars(value) : callsOf(value))}
        bars={days.map((day) => {
          const row = byDay.get(day);
          return { day, value: Number((isPaid ? row?.costUsd : row?.calls) ?? 0) };
        })}
      />
    </div>
  );
}

/** What models read and wrote. */
function Tokens({ totals: { calls, savedUsd, tokens: read } }: { totals: CostSumView }) {
  return (
    <div className="px-5 pb-2">
      <LabelledValues
        values={[
          { label: texts.totals.calls, value: wholeNumber(calls) },
          { label: texts.totals.inputTokens, value: tokens(read.input) },
          { label: texts.totals.cached, value: tokens(read.cachedInput) },
          { label: texts.totals.cacheWrite, value: tokens(read.cacheWrite) },
          { label: texts.totals.saved, value: <Dollars amount={savedUsd} /> },
          { label: texts.totals.outputTokens, value: tokens(read.output) },
          { label: texts.totals.reasoning, value: tokens(read.reasoning) },
        ]}
      />
    </div>
  );
}
