import { useLayoutEffect, useRef, useState } from 'react';
import { duration } from '../../../components/values/time.tsx';
import { labelWidth, timeRoom } from './measures.ts';
import { ticksOf } from './ticks.ts';
import type { TimeScale } from './time-scale.ts';
import { texts } from '../texts.ts';

/** What the text of a tick needs, in pixels. */
const tickWidth = 66;

const percent = (part: number) => `${part * 100}%`;

/** The time since the run began, above the bars. Those who hear the page are told the times with each row. */
export function Axis({ scale, height }: { scale: TimeScale; height: number }) {
  const axis = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = axis.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 flex border-b border-line bg-surface text-[11px] text-muted"
      style={{ height }}
    >
      <span className="shrink-0 px-3 leading-7" style={{ width: labelWidth }}>
        {texts.timeline.title}
      </span>
      <div ref={axis} className="relative flex-1" style={{ marginRight: timeRoom }}>
        {ticksOf(scale, tickWidth / width).map(({ at, sinceMs }) => (
          <span
            key={sinceMs}
            className="absolute border-l border-line pl-1 leading-7 whitespace-nowrap"
            style={{ left: percent(at) }}
          >
            {duration(sinceMs)}
          </span>
        ))}
        {scale.pauses.map(({ start, end, from, to }) => (
          <span
            key={start}
            title={texts.timeline.shortened(duration(end - start))}
            className="pause absolute inset-y-0 overflow-hidden text-center leading-7 whitespace-nowrap"
            style={{ left: percent(from), width: percent(to - from) }}
          >
            {(to - from) * width > tickWidth && (
              <span className="bg-surface px-1">{duration(end - start)}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Where time is drawn shorter than it was. */
export function PauseBands({ scale }: { scale: TimeScale }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0"
      style={{ left: labelWidth, right: timeRoom }}
    >
      {scale.pauses.map(({ start, from, to }) => (
        <div
          key={start}
          className="pause absolute inset-y-0"
          style={{ left: percent(from), width: percent(to - from) }}
        />
      ))}
    </div>
  );
}
