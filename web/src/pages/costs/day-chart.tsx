import type { CostsView } from '../../../../contracts/api/index.ts';
import { dollars } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { texts } from './texts.ts';

type Row = CostsView['items'][number];

const height = 96;

/** A bar a day: what it has cost, or, where nothing was paid for, how many calls there were. */
export function DayChart({ days, rows }: { days: string[]; rows: Row[] }) {
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
