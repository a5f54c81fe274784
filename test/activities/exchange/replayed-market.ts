import { createMarket } from '../../../activities/market/create-market.ts';
import { createReplayMarket } from '../../../activities/market/replay.ts';
import { loadSp500 } from '../../../activities/market/sp500.ts';
import type { Market } from '../../../activities/market/market.ts';

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
