import { describe, expect, it } from 'vitest';
import { barAt, missingBars, unreadTimes } from '../../../../web/src/trading/candles/bars.ts';
import { chartsOf, stepsBehind } from '../../../../web/src/trading/candles/market-data.ts';
import { completed } from '../../../../web/src/trading/candles/use-more-bars.ts';
import { nodeOf, stepOf } from '../../pages/run/steps.ts';

const bar = (day: number) => ({
  time: `2013-01-0${day}T00:00:00.000Z`,
  open: day,
  high: day,
  low: day,
  close: day,
  volume: 1,
});
const notice = 'as of the 3rd';
const read = (...days: number[]) =>
  stepOf('research', `turn-${days.join('')}`, {
    name: 'get_ohlcv',
    output: { symbol: 'SPX', timeframe: '1d', source: 'replay', notice, bars: days.map(bar) },
  });
const order = stepOf('order', 'tool', {
  name: 'create_paper_order',
  input: { symbol: 'SPX', side: 'buy' },
  output: {
    order: { symbol: 'SPX', side: 'buy' },
    fill: { price: 4.5, quantity: 10, fee: 0.09, bar: bar(5) },
    decidedBar: bar(3),
    acceptedBar: bar(4),
  },
});
const decide = nodeOf('decide', {
  output: { action: 'buy', symbol: 'SPX', order: { referenceTime: '2013-01-03T21:00:00.000Z' } },
});

describe('charts of a run', () => {
  it('bring together the bars of one instrument, each once and in order', () => {
    const steps = [read(2, 3), read(1, 2)];
    const [chart] = chartsOf(steps, { nodes: [], steps });
    expect(chart?.notice).toBe(notice);
    expect(chart?.bars.map(({ open }) => open)).toEqual([1, 2, 3]);
  });

  it('go on to the bar that filled an order, and mark the decision and the fill', () => {
    const steps = [read(1, 2, 3), order];
    const [chart] = chartsOf(steps, { nodes: [decide], steps });
    expect(chart?.notice).toBe(`at the time of the run: ${notice}`);
    expect(chart?.bars.map(({ open }) => open)).toEqual([1, 2, 3, 4, 5]);
    expect(chart?.marks).toMatchObject([
      { kind: 'decision', side: 'buy', time: '2013-01-03T21:00:00.000Z' },
      { kind: 'fill', side: 'buy', time: bar(5).time, text: 'Bought 10 at 4.50, fee $0.09' },
    ]);
  });

  it('leave free what lies between the bars that were read and those of an order', () => {
    const steps = [read(1, 2), order];
    expect(chartsOf(steps, { nodes: [], steps })[0]).not.toHaveProperty('unread');
    const late = stepOf('order', 'tool', {
      output: {
        ...(order.output as object),
        decidedBar: bar(2),
        acceptedBar: bar(9),
        fill: { bar: bar(9) },
      },
    });
    const [chart] = chartsOf([read(1, 2), late], { nodes: [], steps: [read(1, 2), late] });
    expect(chart?.bars.map(({ open }) => open)).toEqual([1, 2, 9]);
    // The 5th and 6th are a weekend.
    expect(chart?.unread).toEqual([3, 4, 7, 8].map((day) => bar(day).time));
  });

  it('mark nothing that was decided on another instrument', () => {
    const other = nodeOf('other', { output: { action: 'buy', symbol: 'BTC/USDT' } });
    const steps = [read(1, 2, 3)];
    expect(chartsOf(steps, { nodes: [other], steps })[0]?.marks).toEqual([]);
  });

  it('are none where no bars were read', () => {
    expect(chartsOf([order], { nodes: [decide], steps: [order] })).toEqual([]);
  });
});

describe('the steps behind a step', () => {
  const bars = read(1, 2);
  const indicators = (symbol: string) =>
    stepOf('research', 'turn-1.call-2', {
      name: 'get_indicators',
      input: { symbol, timeframe: '1d' },
    });

  it('are itself where it read bars', () => {
    expect(stepsBehind(bars, [bars, order])).toEqual([bars]);
  });

  it('are those that read the instrument of an order or of indicators', () => {
    expect(stepsBehind(order, [bars, order])).toEqual([bars]);
    expect(stepsBehind(indicators('SPX'), [bars])).toEqual([bars]);
    expect(stepsBehind(indicators('AAPL'), [bars])).toEqual([]);
  });
});

describe('unreadTimes', () => {
  it('are of weekends too where bars of one were read', () => {
    expect(unreadTimes([5, 6].map(bar), [bar(8)])).toEqual([bar(7).time]);
    expect(
      unreadTimes(
        [5, 6, 7].map((day) => bar(day - 4)),
        [bar(8)],
      ),
    ).toHaveLength(2);
    const saturday = [4, 5].map(bar);
    expect(unreadTimes(saturday, [bar(7)])).toEqual([bar(6).time]);
  });

  it('are no more than fit where a gap is long', () => {
    const late = { ...bar(1), time: '2014-01-01T00:00:00.000Z' };
    expect(unreadTimes([1, 2].map(bar), [late])).toHaveLength(60);
  });
});

describe('bars that a chart has not', () => {
  const known = [1, 2, 9].map(bar);
  const unread = [3, 4, 7, 8].map((day) => bar(day).time);
  const chart = { symbol: 'SPX', timeframe: '1d', source: '', bars: known, unread, marks: [] };

  it('are as many as open in its gap, before its last bar', () => {
    expect(missingBars(known, unread, 500)).toEqual({ before: bar(9).time, limit: 6 });
    expect(missingBars(known, unread, 4)).toEqual({ before: bar(9).time, limit: 4 });
  });

  it('fill the gap once they are loaded, holidays and all', () => {
    const whole = completed(chart, { earlier: [], between: [4, 7, 8].map(bar) });
    expect(whole.bars.map(({ open }) => open)).toEqual([1, 2, 4, 7, 8, 9]);
    expect(whole.unread).toEqual([bar(3).time]);
    expect(whole.isCompleted).toBe(true);
    const all = completed(chart, { earlier: [], between: [3, 7, 8].map(bar) });
    expect(all).not.toHaveProperty('unread');
  });

  it('come before the first one, and never replace one that was read', () => {
    const other = { ...bar(2), open: 99 };
    const whole = completed({ ...chart, bars: [2, 3].map(bar) }, { earlier: [bar(1), other] });
    expect(whole.bars.map(({ open }) => open)).toEqual([1, 2, 3]);
  });

  it('leave a chart as it is where none was loaded', () => {
    expect(completed(chart, { earlier: [] })).toBe(chart);
  });
});

describe('barAt', () => {
  it('is the newest bar that was known at a time', () => {
    expect(barAt([1, 2, 3].map(bar), '2013-01-02T21:00:00.000Z')).toMatchObject({ open: 2 });
  });
});
