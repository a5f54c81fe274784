import { z } from 'zod';
import { learningEnvironment } from '../../../activities/trading/learning/env.ts';
import { trainModel, TooFewBars, fewestBars } from '../../../activities/trading/learning/model.ts';
import type { Model } from '../../../activities/trading/learning/model.ts';
import { writeModel } from '../../../activities/trading/learning/model-files.ts';
import { modelFolders } from '../../../activities/trading/learning/model-folders.ts';
import { replayClock } from '../../../activities/trading/market/clock.ts';
import { marketEnvironment } from '../../../activities/trading/market/env.ts';
import type { BarSeries, Timeframe, Market } from '../../../activities/trading/market/market.ts';
import { openMarket } from '../../../activities/trading/market/open-market.ts';
import { createReplayMarket } from '../../../activities/trading/market/replay.ts';
import { loadSp500 } from '../../../activities/trading/market/sp500.ts';
import { createNetwork } from '../../../activities/network/create-network.ts';
import { networkEnvironment } from '../../../activities/network/env.ts';
import { ToolError } from '../../../activities/tool-kit/tool.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { databaseEnvironment } from '../../../db/env.ts';
import { openDatabase } from '../../../db/open.ts';
import { CommandError } from '../../client/errors.ts';
import type { TrainOptions } from './train-options.ts';
import { timeframeMs } from '../../../activities/trading/market/timeframe-length.ts';
import { windowStart } from '../../../activities/trading/market/window-start.ts';

/** The most intervals in one request: a market limits the length of a range. */
const mostIntervals = 10_000;

type Wanted = { symbol: string; timeframe: Timeframe; limit: number };

/** The last `limit` bars that end by the beginning of a day, or fewer where there are not as many. */
export async function barsBefore(
  market: Pick<Market, 'instrument' | 'range'>,
  { symbol, timeframe, limit, until }: Wanted & { until: string },
): Promise<BarSeries> {
  const length = timeframeMs[timeframe];
  const { kind } = await market.instrument(symbol);
  const end = Math.min(Date.parse(until), Date.now());
  const start = windowStart({ kind, timeframe, limit, now: end });
  const stretches: BarSeries[] = [];
  let found = 0;
  for (let to = end; to > start && found < limit; to -= mostIntervals * length) {
    const from = Math.max(start, to - mostIntervals * length);
    const stretch = await market.range({ symbol, timeframe, from: iso(from), to: iso(to) });
    stretches.unshift(stretch);
    found += stretch.bars.length;
  }
  const bars = stretches
    .flatMap((stretch) => stretch.bars)
    .filter(({ time }) => Date.parse(time) + length <= end)
    .slice(-limit);
  return { ...stretches.at(-1)!, bars };
}

const iso = (time: number) => new Date(time).toISOString();

const environmentSchema = z.object({
  ...learningEnvironment.shape,
  ...marketEnvironment.shape,
  ...networkEnvironment.shape,
  ...databaseEnvironment.shape,
});
type Environment = z.output<typeof environmentSchema>;

/**
 * Trains a model and writes it to the folder of models.
 * @throws {CommandError} where there are no, or too few, bars.
 */
export async function train(
  env: Record<string, string | undefined>,
  symbol: string,
  options: TrainOptions,
): Promise<{ model: Model; path: string }> {
  const environment = readEnvironment(environmentSchema, env);
  const series = await readBars(environment, symbol, options).catch((error: unknown) => {
    throw error instanceof ToolError ? new CommandError(error.message) : error;
  });
  const model = modelOf(series, options);
  const [folder] = modelFolders(environment);
  return { model, path: await writeModel(folder, model) };
}

function modelOf(series: BarSeries, options: TrainOptions): Model {
  const { symbol, timeframe, bars } = series;
  const { horizon, until } = options;
  if (bars.length === 0) {
    const bound = until === undefined ? '' : ` that end by ${until}`;
    const advice = until === undefined ? 'another --timeframe' : 'a later --until';
    throw new CommandError(`${symbol} has no ${timeframe} bars${bound}. Use ${advice}.`);
  }
  try {
    return trainModel(series, { horizon, now: new Date() });
  } catch (error) {
    if (!(error instanceof TooFewBars)) throw error;
    throw new CommandError(
      `${symbol} ${timeframe}: ${error.message}. ${moreBars(options, bars.length)}`,
    );
  }
}

/**
 * The newest bars, or the last before a day, by the sources that the settings name. The replay stands at its first day here: a model that had seen
 * later bars would know what the replayed market is going to do.
 */
async function readBars(
  environment: Environment,
  symbol: string,
  { timeframe, bars: limit, until }: TrainOptions,
): Promise<BarSeries> {
  const { DATABASE_URL: url } = environment;
  // A server that runs holds its own folder: without PostgreSQL, what is fetched is kept for this once.
  const database = await openDatabase(url === undefined ? {} : { url });
  const network = createNetwork({
    allowedHosts: environment.BATON_NETWORK_HOSTS,
    ports: environment.BATON_NETWORK_PORTS,
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const all = await loadSp500();
  const { start } = replayClock(all, environment.BATON_MARKET_START);
  const barsPerMinute = environment.BATON_MARKET_BARS_PER_MINUTE;
  const { market, close } = openMarket({
    db: database.db,
    environment,
    network,
    replay: createReplayMarket({ bars: all, barsPerMinute, position: async () => start }),
  });
  try {
    const wanted = { symbol, timeframe: timeframe as Timeframe, limit };
    return await (until === undefined
      ? market.bars(wanted)
      : barsBefore(market, { ...wanted, until }));
  } finally {
    await close();
    await network.close();
    await database.close();
  }
}

/**
 * What to do where there are too few bars to learn from.
 * @param found how many there are.
 */
export function moreBars({ horizon, bars: asked, until }: TrainOptions, found: number): string {
  if (found >= asked) return `Use --bars ${fewestBars(horizon)} or more.`;
  const later = until === undefined ? '' : 'a later --until, or ';
  return `No more bars are available. Use ${later}a shorter --timeframe.`;
}
