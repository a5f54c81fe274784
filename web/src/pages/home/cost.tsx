import { useQuery } from '@tanstack/react-query';
import type { CostsView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { dollars, wholeNumber } from '../../components/values/figures.ts';
import { locale } from '../../components/values/locale.ts';
import { Panel } from './panel.tsx';
import { texts } from './texts.ts';
import { lastWeek } from './week.ts';

type CostRow = CostsView['items'][number];

/** What models have cost today and in the last seven days, with a bar a day. */
export function Cost() {
  const days = lastWeek(Date.now());
  const query = useQuery({
    ...queries.costs('day', { from: days[0]! }),
    refetchInterval: 30_000,
  });
  return (
    <Panel title={texts.costs.title} all={{ title: texts.costs.all, path: '/costs' }}>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ items, totals }) => {
          const byDay = new Map(items.map((row) => [row.key, row]));
          const today = byDay.get(days.at(-1)!);
          return (
            <div className="px-4 pb-4">
              <dl className="flex gap-8">
                <Figure name={texts.costs.today} row={today} />
                <Figure name={texts.costs.week} row={totals} />
              </dl>
              <Bars days={days} rows={byDay} />
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}

type Sum = Pick<CostRow, 'calls' | 'costUsd' | 'unknownPriceCalls'>;

function Figure({ name, row }: { name: string; row: Sum | undefined }) {
  const { calls = 0, costUsd = '0', unknownPriceCalls = 0 } = row ?? {};
  return (
    <div>
      <dt className="text-[12px] text-muted">{name}</dt>
      <dd className="text-[20px] leading-7 font-semibold">{dollars(costUsd)}</dd>
      <dd className="text-[12px] text-muted">
        {texts.costs.calls(wholeNumber(calls), calls)}
        {unknownPriceCalls > 0 && (
          <span className="block text-wait">{texts.costs.unknown(unknownPriceCalls)}</span>
        )}
      </dd>
    </div>
  );
}

/** Bars of what was paid or, where nothing was, of how many calls there were. */
function Bars({ days, rows }: { days: string[]; rows: Map<string | null, CostRow> }) {
  const isPaid = [...rows.values()].some(({ costUsd }) => Number(costUsd) > 0);
  const bars = days.map((day) => {
    const row = rows.get(day);
    return { day, value: Number((isPaid ? row?.costUsd : row?.calls) ?? 0) };
  });
  const highest = Math.max(...bars.map(({ value }) => value));
  if (highest === 0) return null;
  const textOf = (value: number) => (isPaid ? dollars(value) : wholeNumber(value));
  const what = isPaid ? texts.costs.byCost : texts.costs.byCalls;
  return (
    <>
      {!isPaid && <p className="mt-3 text-[12px] text-muted">{texts.costs.bars(what)}</p>}
      <div
        role="img"
        aria-label={texts.costs.bars(what)}
        className="mt-3 flex gap-1.5 text-center text-[11px] text-muted"
      >
        {bars.map(({ day, value }) => (
          <div key={day} title={texts.costs.day(day, textOf(value))} className="min-w-0 flex-1">
            <div className="flex h-10 items-end border-b border-line">
              <div
                className="mx-auto w-full max-w-8 rounded-t-sm bg-accent-fill/70"
                style={{ height: `${value === 0 ? 0 : Math.max(5, (value / highest) * 100)}%` }}
              />
            </div>
            {weekday.format(new Date(day))}
          </div>
        ))}
      </div>
    </>
  );
}

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
