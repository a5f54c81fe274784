import { locale } from '../../../components/values/locale.ts';
import { texts } from '../texts.ts';

const height = 72;

type Bar = { day: string; value: number; bad?: number };
type DayChartProps = {
  what: string;
  bars: Bar[];
  textOf: (value: number) => string;
};

const dayFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const shortDay = (day: string) => dayFormat.format(new Date(day));

/** A bar a day; what went badly is the lower part of it, in its colour. */
export function DayChart({ what, bars, textOf }: DayChartProps) {
  const most = Math.max(...bars.map(({ value }) => value));
  if (most === 0) return null;
  const highest = bars.find(({ value }) => value === most)!;
  const [first, last] = [bars[0]!.day, bars.at(-1)!.day];
  const partOf = (value: number) => (value === 0 ? 0 : Math.max(2, (value / most) * (height - 1)));
  const badText = (bad = 0) => (bad > 0 ? `, ${texts.health.ofThemFailed(bad)}` : '');
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 flex justify-between gap-3 text-[12px] text-muted">
        <span>{texts.chart.title(what)}</span>
        <span>{texts.chart.maximum(textOf(most))}</span>
      </figcaption>
      <div
        role="img"
        aria-label={texts.chart.label(what, first, last, textOf(most), highest.day)}
        className="flex items-end gap-px border-b border-line"
        style={{ height }}
      >
        {bars.map(({ day, value, bad = 0 }) => (
          <div
            key={day}
            title={`${day}: ${textOf(value)}${badText(bad)}`}
            className="flex h-full flex-1 flex-col justify-end hover:bg-hover"
          >
            <div
              className="w-full rounded-t-sm bg-accent-fill"
              style={{ height: Math.max(0, partOf(value) - partOf(bad)) }}
            />
            <div className="w-full bg-bad" style={{ height: partOf(bad) }} />
          </div>
        ))}
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-[11px] text-muted">
        <span>{shortDay(first)}</span>
        <span>{shortDay(last)}</span>
      </div>
    </figure>
  );
}
