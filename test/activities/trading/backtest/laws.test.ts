import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSignals } from '../../../../activities/trading/backtest/signals.ts';
import { simulate } from '../../../../activities/trading/backtest/simulate.ts';
import type { Bar } from '../../../../activities/trading/market/market.ts';
import type { Strategy } from '../../../../contracts/trading/strategy.ts';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import { barsAt, requestOn } from './support.ts';

const strategies: Parameters<typeof requestOn>[1]['strategy'][] = [
  { entry: 'sma3 > sma8 && prev.sma3 <= prev.sma8', exit: 'sma3 < sma8' },
  { entry: 'rsi4 < 40', exit: 'rsi4 > 60 || barsHeld >= 7', stop: { percent: 3 } },
  { entry: 'close > prev.highest5', trailing: { atr: 2, period: 5 }, target: { risk: 2 } },
  {
    entry: 'ema3 > ema9',
    shortEntry: 'ema3 < ema9',
    sizing: { kind: 'risk', fraction: 0.02 },
    stop: { atr: 1.5, period: 4 },
  },
  { shortEntry: 'roc3 > 0.01', shortExit: 'profit < -0.05 || roc3 < 0', target: { percent: 4 } },
];

/** Bars of a random walk with gaps between a close and the next open. */
const walks = fc
  .array(
    fc.record({
      step: fc.integer({ min: -400, max: 400 }),
      gap: fc.integer({ min: -150, max: 150 }),
      wick: fc.integer({ min: 0, max: 200 }),
      volume: fc.constantFrom(1e9, 1e9, 1e9, 4_000),
    }),
    { minLength: 40, maxLength: 120 },
  )
  .map((steps): Bar[] => {
    let price = 100;
    const closes = steps.map(({ step }) => (price *= 1 + step / 10_000));
    return barsAt(closes, ({ open, close }, index) => {
      const { gap, wick, volume } = steps[index]!;
      const opened = open * (1 + gap / 10_000);
      const [high, low] = [Math.max(opened, close), Math.min(opened, close)];
      return { open: opened, high: high * (1 + wick / 1e4), low: low * (1 - wick / 1e4), volume };
    });
  });

/** Fewer bars than smoothing needs, so that short series are traded too. */
const warmupBars = 20;

function trade(bars: readonly Bar[], { strategy, terms }: { strategy: Strategy; terms?: object }) {
  const asked = requestOn(bars, { strategy, terms: { allowShort: true, ...terms } });
  const signals = createSignals(asked.strategy, bars, warmupBars);
  return simulate({ ...asked, bars, lengthMs: 86_400_000, signals });
}

const cases = fc.record({
  bars: walks,
  strategy: fc.constantFrom(...strategies).map((strategy) => strategy as Strategy),
  kept: fc.double({ min: 0.6, max: 1, noNaN: true }),
});

describe('a backtest', () => {
  test('decides and fills nothing otherwise for what comes later', () => {
    fc.assert(
      fc.property(cases, ({ bars, strategy, kept }) => {
        const shorter = bars.slice(0, Math.ceil(bars.length * kept));
        const [whole, cut] = [trade(bars, { strategy }), trade(shorter, { strategy })];
        const until = shorter.at(-1)!.time;
        const early = [...whole.decisions].filter(([index]) => index < shorter.length);
        expect([...cut.decisions]).toEqual(early);
        expect(cut.equity).toEqual(whole.equity.slice(0, cut.equity.length));
        const closedBy = (trades: typeof cut.trades) =>
          trades.filter(({ exitTime }) => exitTime !== null && exitTime <= until);
        expect(closedBy(cut.trades)).toEqual(closedBy(whole.trades));
      }),
      { numRuns: 200 },
    );
  });

  test('loses and gains what its trades say, and nothing else', () => {
    fc.assert(
      fc.property(cases, ({ bars, strategy }) => {
        const { equity, trades } = trade(bars, { strategy });
        const gained = trades.reduce((sum, { pnl }) => sum + pnl, 0);
        expect(equity.at(-1)).toBeCloseTo(100_000 + gained, 4);
      }),
      { numRuns: 200 },
    );
  });

  test('fills within the bars, after the decision, and holds one position at a time', () => {
    fc.assert(
      fc.property(cases, ({ bars, strategy }) => {
        const { trades, decisions } = trade(bars, { strategy });
        const at = new Map(bars.map((bar, index) => [bar.time, index]));
        let free = 0;
        for (const { entryTime, entryPrice, exitTime, side } of trades) {
          const index = at.get(entryTime)!;
          const bar = bars[index]!;
          expect(decisions.get(index - 1)).toBe(side);
          expect(entryPrice).toBeGreaterThanOrEqual(bar.low - 1e-6);
          expect(entryPrice).toBeLessThanOrEqual(bar.high + 1e-6);
          expect(index).toBeGreaterThanOrEqual(free);
          free = at.get(exitTime ?? bars.at(-1)!.time)!;
        }
      }),
      { numRuns: 200 },
    );
  });

  test('never spends more than there is', () => {
    fc.assert(
      fc.property(cases, ({ bars, strategy }) => {
        const { trades, equity, first } = trade(bars, { strategy });
        const at = new Map(bars.map((bar, index) => [bar.time, index]));
        for (const { entryTime, entryPrice, quantity } of trades) {
          const index = at.get(entryTime)!;
          const open = Math.max(1, bars[index]!.open / bars[index - 1]!.close);
          const before = equity[index - 1 - first]!;
          // What was held until this open may have gained, or lost, since the close.
          expect(quantity * entryPrice).toBeLessThanOrEqual(before * (open + 0.1));
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('decisions are the same when the bars begin earlier', async () => {
  const bars = await loadSp500();
  for (const strategy of [
    { entry: 'ema20 > ema50 && macd > macd_signal', exit: 'rsi14 > 70 || adx14 < 15' },
    { entry: 'close > bollinger20_upper', exit: 'stochastic14_k < 20', stop: { atr: 3 } },
  ]) {
    const asked = requestOn(bars, { strategy });
    const from = 2_000;
    const long = createSignals(asked.strategy, bars);
    const short = createSignals(asked.strategy, bars.slice(from));
    const held = { barsHeld: 1, profit: 0 };
    for (let index = short.first; index < bars.length - from; index += 1) {
      expect(short.entry(index)).toBe(long.entry(index + from));
      expect(short.exit(index, held)).toBe(long.exit(index + from, held));
    }
  }
});
