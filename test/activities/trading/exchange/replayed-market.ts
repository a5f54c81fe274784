import { createMarket } from '../../../../activities/trading/market/open-market.ts';
import { createReplayMarket } from '../../../../activities/trading/market/replay.ts';
import { loadSp500 } from '../../../../activities/trading/market/sp500.ts';
import type { Market } from '../../../../activities/trading/market/market.ts';

/** The real S&P 500 bars, on a clock that stands until the test moves it. */
export async function replayedMarket(
  start: string,
): Promise<{ market: Market; advance(bars: number): void; position(): number }> {
  const bars = await loadSp500();
  let position = bars.findIndex((bar) => bar.time.startsWith(start));
  const market = createMarket([
    createReplayMarket({ bars, barsPerMinute: 6, position: async () => position }),
  ]);
  return {
    market,
    advance(by) {
      position += by;
    },
    position: () => position,
  };
}
