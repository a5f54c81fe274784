import { useEffect, useMemo, useRef, useState, useLayoutEffect } from 'react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { onceIn, titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { useShowing } from '../film/film-context.ts';
import { Playhead } from './playhead.tsx';
import { useFollowedRow } from './use-followed-row.ts';
import { waterfallRows } from './rows.ts';
import type { Row } from './rows.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import './waterfall.css';
import { WaterfallRow } from './waterfall-row.tsx';
import { texts } from '../texts.ts';
import { duration } from '../../../components/values/time.tsx';
import { labelWidth, timeRoom } from './measures.ts';
import { ticksOf } from './ticks.ts';
import type { TimeScale } from '../film/time-scale.ts';

/** What the text of a tick needs, in pixels. */
const tickWidth = 66;

const percent = (part: number) => `${part * 100}%`;

/** The time since the run began, above the bars. Those who hear the page are told the times with each row. */
function Axis({ scale, height }: { scale: TimeScale; height: number }) {
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
        {ticksOf(scale, tickWidth / width).map(({ at, sinceMs, text }) => (
          <span
            key={sinceMs}
            className="absolute border-l border-line pl-1 leading-7 whitespace-nowrap"
            style={{ left: percent(at) }}
          >
            {text}
          </span>
        ))}
        {scale.pauses.map(({ start, end, from, to }) => (
          <span
            key={start}
            title={texts.timeline.shortened(duration(end - start))}
            className="pause absolute inset-y-0 overflow-hidden border-x border-line-strong text-center leading-7 whitespace-nowrap"
            style={{ left: percent(from), width: percent(to - from) }}
          >
            <span className="bg-surface px-1">
              {(to - from) * width > tickWidth ? duration(end - start) : texts.timeline.cut}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** Where time is drawn shorter than it was. */
function PauseBands({ scale }: { scale: TimeScale }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0"
      style={{ left: labelWidth, right: timeRoom }}
    >
      {scale.pauses.map(({ start, from, to }) => (
        <div
          key={start}
          className="pause absolute inset-y-0 border-x border-line-strong"
          style={{ left: percent(from), width: percent(to - from) }}
        />
      ))}
    </div>
  );
}

const rowHeight = 28;
const axisHeight = 28;

/** Every model call and tool run over time, inside the node that it belongs to. */
export function Waterfall() {
  const { run, steps, placed, place, hasEnded, moment, openNode, openStep } = useRunContext();
  const { scale } = useShowing();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  // It is drawn with the first row.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const rows = useMemo(
    () => waterfallRows(onceIn(placed), steps, (nodePath) => folded.has(nodePath)),
    [placed, steps, folded],
  );
  const { first, last } = useVisibleRows(scroller, { count: rows.length, rowHeight });
  const selected = place.step === undefined ? place.at : `${run.id}/${place.at}#${place.step}`;
  const current = rows.findIndex(({ id }) => id === (active ?? selected));

  // What is selected elsewhere, on the canvas for one, is shown here too.
  const selectedIndex = rows.findIndex(({ id }) => id === selected);
  useEffect(() => {
    setActive(undefined);
    bringIntoView(scroller, selectedIndex);
  }, [selected, scroller]);

  useFollowedRow(rows, scroller, (index) => bringIntoView(scroller, index));

  function open(row: Row) {
    setActive(row.id);
    if (row.type === 'group') openNode(row.nodePath);
    else openStep(row.step.nodePath, row.step.step);
  }

  function fold(nodePath: string, isFolded: boolean) {
    const next = new Set(folded);
    if (isFolded) next.add(nodePath);
    else next.delete(nodePath);
    setFolded(next);
  }

  function moveTo(index: number) {
    const row = rows[index];
    if (!row) return;
    setActive(row.id);
    bringIntoView(scroller, index);
  }

  /** A click brings the focus too, but the row that it is on is chosen by the click itself. */
  function onFocus({ currentTarget }: FocusEvent) {
    if (current < 0 && currentTarget.matches(':focus-visible')) moveTo(0);
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[current];
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(Math.min(current + 1, rows.length - 1)),
      ArrowUp: () => moveTo(Math.max(current - 1, 0)),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowLeft: () => row?.type === 'group' && fold(row.nodePath, true),
      ArrowRight: () => row?.type === 'group' && fold(row.nodePath, false),
      Enter: () => row && open(row),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  if (rows.length === 0) {
    const isOver = hasEnded && moment === undefined;
    return <p className="p-4 text-muted">{isOver ? texts.timeline.none : texts.timeline.empty}</p>;
  }
  return (
    <section aria-label={texts.timeline.title} className="size-full bg-surface">
      <div
        ref={setScroller}
        role="tree"
        aria-label={texts.timeline.steps}
        tabIndex={0}
        aria-activedescendant={current >= first && current < last ? `row-${current}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        className="relative size-full overflow-auto focus-visible:-outline-offset-2"
      >
        <Axis scale={scale} height={axisHeight} />
        <div role="presentation" className="relative" style={{ height: rows.length * rowHeight }}>
          <PauseBands scale={scale} />
          <Playhead scale={scale} />
          {rows.slice(first, last).map((row, index) => (
            <WaterfallRow
              key={row.id}
              domId={`row-${first + index}`}
              row={row}
              scale={scale}
              title={row.type === 'step' ? row.step.label : titleOfPath(placed, row.nodePath)}
              isSelected={row.id === selected}
              isActive={first + index === current}
              isFolded={row.type === 'group' && folded.has(row.nodePath)}
              style={{ top: (first + index) * rowHeight, height: rowHeight }}
              onOpen={() => open(row)}
              onFold={fold}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function bringIntoView(element: HTMLElement | null, index: number): void {
  if (!element || index < 0) return;
  const top = index * rowHeight;
  const bottom = top + rowHeight + axisHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  if (bottom > element.scrollTop + element.clientHeight) {
    element.scrollTop = bottom - element.clientHeight;
  }
}
