import { decimal } from '../figures.ts';
import { texts } from '../texts.ts';
import { words } from '../words.ts';
import type { Point } from './kind-of.ts';

const width = 320;
const height = 96;
const edge = 4;

/** Numbers over time as a line, with its ends and extremes in words for those who do not see it. */
export function LineChart({ name, points }: { name: string; points: Point[] }) {
  const values = points.map(({ value }) => value);
  const least = values.reduce((found, value) => Math.min(found, value), Infinity);
  const most = values.reduce((found, value) => Math.max(found, value), -Infinity);
  const [first, last] = [points[0]!, points.at(-1)!];
  const across = (index: number) => edge + (index / (points.length - 1)) * (width - 2 * edge);
  const down = (value: number) =>
    height - edge - ((value - least) / (most - least || 1)) * (height - 2 * edge);
  const line = points.map(({ value }, index) => `${across(index)},${down(value)}`).join(' ');
  return (
    <figure>
      <svg
        role="img"
        aria-label={texts.kinds.chart(words(name || 'values'), points.length)}
        viewBox={`0 0 ${width} ${height}`}
        className="h-24 w-full"
        preserveAspectRatio="none"
      >
        <polyline
          points={line}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-[12px] text-muted">
        <span>{texts.kinds.first(decimal(first.value))}</span>
        <span>{texts.kinds.range(decimal(least), decimal(most))}</span>
        <span>{texts.kinds.last(decimal(last.value))}</span>
      </figcaption>
    </figure>
  );
}
