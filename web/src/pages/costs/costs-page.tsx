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
import { texts } from './texts.ts';
import type { CostSumView, CostsView } from '../../../../contracts/api/index.ts';
import { tokens, wholeNumber, dollars } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { Dollars } from '../../components/values/rounded.tsx';
import { LabelledValues } from '../../components/values/labelled-values.tsx';

type Row = CostsView['items'][number];

const height = 96;

/** A bar a day: what it has cost, or, where nothing was paid for, how many calls there were. */
function DayChart({ days, rows }: { days: string[]; rows: Row[] }) {
  const byDay = new Map(rows.map((row) => [row.key, row]));
  const isPaid = rows.some(({ costUsd }) => Number(costUsd) > 0);
  const valueOf = (row: Row | undefined) => Number((isPaid ? row?.costUsd : row?.calls) ?? 0);
  const textOf = (value: number) => (isPaid ? dollars(value) : callsOf(value));
  const bars = days.map((day) => ({ day, value: valueOf(byDay.get(day)) }));
  const most = Math.max(...bars.map(({ value }) => value));
  if (most === 0) return null;
  const dearest = bars.find(({ value }) => value === most)!;
  return (
    <figure className="mt-5">
      <figcaption className="mb-1 flex justify-between text-[12px] text-muted">
        <span>{texts.chart.title(isPaid ? texts.chart.cost : texts.chart.calls)}</span>
        <span>{texts.chart.maximum(textOf(most))}</span>
      </figcaption>
      <div
        role="img"
        aria-label={texts.chart.label(
          isPaid ? texts.chart.cost : texts.chart.calls,
          days[0] ?? '',
          days.at(-1) ?? '',
          textOf(most),
          dearest.day,
        )}
        className="flex items-end gap-px border-b border-line"
        style={{ height }}
      >
        {bars.map(({ day, value }) => (
          <div
            key={day}
            title={`${day}: ${textOf(value)}`}
            className="flex h-full flex-1 items-end hover:bg-hover"
          >
            <div
              className="w-full rounded-t-sm bg-accent-fill"
              style={{ height: value === 0 ? 0 : Math.max(2, (value / most) * (height - 1)) }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-[11px] text-muted">
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </div>
    </figure>
  );
}

const titles: Record<CostGrouping, string> = {
  model: texts.titles.model,
  agent: texts.titles.agent,
  user: texts.titles.user,
  key: texts.titles.key,
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
          title: texts.page.by[name],
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

/** Everything of a period together; what is not known is said. */
function Totals({ totals }: { totals: CostSumView }) {
  const { calls, costUsd, savedUsd, unknownPriceCalls, tokens: read } = totals;
  return (
    <>
      <p className="text-[22px] font-semibold">
        <Dollars amount={costUsd} />
      </p>
      {unknownPriceCalls > 0 && (
        <p className="text-wait">{texts.totals.unknown(callsOf(unknownPriceCalls))}</p>
      )}
      <div className="mt-3">
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
    </>
  );
}
