import { useEffect, useRef, useState } from 'react';
import { useIsDark } from '../../components/theme/theme.ts';
import type { Bar } from '../api/bars.ts';
import { BarFigures } from './bar-figures.tsx';
import { drawCandles } from './draw-candles.ts';
import type { DrawnCandles } from './draw-candles.ts';
import type { Chart } from './market-data.ts';
import { texts } from './texts.ts';

/**
 * Candles with what was decided and filled as marks, and the figures of the bar that one points at.
 * @param props.onEarlier when bars before the first one come into sight.
 */
export default function Candles({ chart, onEarlier }: { chart: Chart; onEarlier: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnCandles>(undefined);
  const earlier = useRef(onEarlier);
  const [pointed, setPointed] = useState<Bar>();
  // Drawn anew where the colours change.
  const isDark = useIsDark();
  useEffect(() => {
    if (!frame.current) return;
    drawn.current = drawCandles(frame.current, {
      onEarlier: () => earlier.current(),
      onPoint: setPointed,
    });
    return () => drawn.current?.remove();
  }, [isDark]);
  useEffect(() => void (earlier.current = onEarlier));
  useEffect(() => drawn.current?.show(chart), [chart, isDark]);
  const { bars, marks, symbol, timeframe } = chart;
  const label = [
    texts.chart.label(bars.length, symbol, timeframe, String(bars.at(-1)?.close)),
    ...marks.map(({ text }) => text),
  ].join('. ');
  return (
    <>
      <BarFigures bars={bars} pointed={pointed} timeframe={timeframe} />
      <div ref={frame} role="group" aria-label={label} className="h-60 w-full" />
    </>
  );
}
