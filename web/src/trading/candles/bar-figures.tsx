import { percent, tokens } from '../../components/values/figures.ts';
import { price } from '../values/price-text.ts';
import type { Bar } from '../api/bars.ts';
import { texts } from './texts.ts';

type BarFiguresProps = { bars: Bar[]; pointed: Bar | undefined; timeframe: string };

/** The figures of a bar in a line: of the one that is pointed at, else of the newest. */
export function BarFigures({ bars, pointed, timeframe }: BarFiguresProps) {
  const bar = pointed ?? bars.at(-1);
  if (!bar) return null;
  const before = bars[bars.findIndex(({ time }) => time === bar.time) - 1];
  const change = before && bar.close / before.close - 1;
  const isDay = /[dw]$/.test(timeframe);
  const figures = [
    [texts.bar.open, price(bar.open)],
    [texts.bar.high, price(bar.high)],
    [texts.bar.low, price(bar.low)],
    [texts.bar.close, price(bar.close)],
    // Where there are only prices, or nobody says how much was traded, there is none.
    ...(bar.volume ? [[texts.bar.volume, tokens(bar.volume)]] : []),
  ];
  return (
    <dl className="flex min-h-8 flex-wrap gap-x-3 text-[11px] text-muted">
      <dt className="sr-only">{texts.bar.time}</dt>
      <dd>{isDay ? bar.time.slice(0, 10) : bar.time.slice(0, 16).replace('T', ' ')}</dd>
      {figures.map(([name, value]) => (
        <div key={name} className="flex gap-1">
          <dt>{name}</dt>
          <dd className="text-text">{value}</dd>
        </div>
      ))}
      {change !== undefined && (
        <div>
          <dt className="sr-only">{texts.bar.change}</dt>
          <dd className={change < 0 ? 'text-bad' : 'text-good'}>
            {change > 0 && '+'}
            {percent(change)}
          </dd>
        </div>
      )}
    </dl>
  );
}
