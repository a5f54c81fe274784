import type { JsonObject } from '../../../contracts/base/json.ts';
import type { MarketTrigger } from '../../../contracts/trading/triggers/market.ts';
import type { FiringRepository } from '../../../db/repositories/triggers/firings.ts';
import type { TriggerRow } from '../../../db/repositories/triggers/triggers.ts';
import type { AlertRepository } from '../../../db/trading/alerts.ts';
import type {
  MarketTriggerRepository,
  MarketTriggerRow,
} from '../../../db/trading/market-triggers.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { canonicalSymbol } from '../market/instruments/canonical-symbol.ts';
import type { Bar, Market } from '../market/market.ts';
import { timeframeMs } from '../market/timeframe-length.ts';
import { barsBefore, occasionOfBar } from './occasion-of-bar.ts';

type Watching = {
  triggers: MarketTriggerRepository;
  firings: Pick<FiringRepository, 'record'>;
  alerts: Pick<AlertRepository, 'firedSince'>;
  market: Market;
};
type OnTrigger = TriggerRow & { user: string };

/** An alert can be seen so much later than it says to have fired. */
const lateMs = 60_000;

/**
 * Looks at the market for every trigger of it: at each bar that closes after it was switched on, none twice and none left out, and
 * at the alerts of its user. What fires is noted once, however many workers look and whatever dies; the API starts the run.
 * @returns whether there was one to look for.
 */
export async function watchTriggers(watching: Watching): Promise<boolean> {
  const { triggers } = watching;
  const on = await triggers.listOn();
  await triggers.keepOnly(on.map(({ id }) => id));
  for (const row of on) {
    try {
      await watch(watching, row);
      if (row.refusal !== null) await triggers.noteProblem(row.id, null);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (!error.retryable) await triggers.noteProblem(row.id, error.message);
    }
  }
  return on.length > 0;
}

async function watch(watching: Watching, row: OnTrigger): Promise<void> {
  const trigger = row.definition as unknown as MarketTrigger;
  const { on, symbol, price, indicator, period, level, direction } = trigger;
  const terms = JSON.stringify([on, symbol, price, indicator, period, level, direction]);
  const place = await watching.triggers.begin(row.id, terms);
  if (trigger.on === 'alert-fired') await watchFired(watching, { row, trigger, place });
  else await watchBars(watching, { row, trigger, place });
}

type Watched = { row: OnTrigger; trigger: MarketTrigger; place: MarketTriggerRow };

async function watchBars(watching: Watching, { row, trigger, place }: Watched): Promise<void> {
  const { market, triggers } = watching;
  const symbol = trigger.symbol ?? '';
  let { watchFrom } = place;
  if (watchFrom === null) {
    watchFrom = new Date((await market.snapshot(symbol)).now);
    await triggers.noteSeen(row.id, watchFrom);
  }
  for (;;) {
    const next = await market.nextBar(symbol, watchFrom.toISOString());
    if (next.status === 'pending') return;
    if (next.status === 'ended') {
      const now = new Date((await market.snapshot(symbol)).now);
      // A market that was started again at an earlier time is looked at from there on.
      if (now < watchFrom) await triggers.noteSeen(row.id, now);
      return;
    }
    const { bar, provenance } = next;
    const occasion = occasionOfBar(trigger, await withEarlier(market, trigger, bar));
    if (occasion) {
      const at = { marketTime: provenance.asOf };
      const key = `${place.beganAt.toISOString()}/${bar.time}`;
      await fire(watching, { row, trigger, key, data: { symbol, ...occasion, ...at } });
    }
    watchFrom = new Date(Date.parse(bar.time) + 1);
    await triggers.noteSeen(row.id, watchFrom);
  }
}

/** A bar, after those before it that a trigger reads. */
async function withEarlier(market: Market, trigger: MarketTrigger, bar: Bar): Promise<Bar[]> {
  const limit = barsBefore(trigger);
  if (limit === 0) return [bar];
  const symbol = trigger.symbol ?? '';
  const { timeframe, now } = await market.snapshot(symbol);
  // The market may have moved on meanwhile.
  const since = Math.max(0, Date.parse(now) - Date.parse(bar.time));
  const spare = Math.ceil(since / timeframeMs[timeframe]) + 1;
  const { bars } = await market.bars({ symbol, timeframe, limit: limit + spare });
  return [...bars.filter(({ time }) => time < bar.time).slice(-limit), bar];
}

async function watchFired(watching: Watching, { row, trigger, place }: Watched): Promise<void> {
  const { alerts, market } = watching;
  const symbol = trigger.symbol && (await canonicalSymbol(market, trigger.symbol));
  const since = place.watchFrom ?? place.beganAt;
  const fired = await alerts.firedSince(row.user, new Date(since.getTime() - lateMs));
  const wanted = fired.filter(
    (alert) => (symbol === undefined || alert.symbol === symbol) && alert.firedAt >= place.beganAt,
  );
  for (const { id, comparison, price, note, firedPrice, firedMarketTime, ...alert } of wanted) {
    const data = {
      symbol: alert.symbol,
      price: Number(firedPrice),
      alert: { id, comparison, price: Number(price), note: note ?? null },
      marketTime: firedMarketTime?.toISOString() ?? null,
    };
    await fire(watching, { row, trigger, key: `alert-${id}`, data });
  }
  const last = wanted.at(-1)?.firedAt;
  if (last && last > since) await watching.triggers.noteSeen(row.id, last);
}

async function fire(
  { firings }: Watching,
  { row, trigger, key, data }: Omit<Watched, 'place'> & { key: string; data: JsonObject },
): Promise<void> {
  await firings.record({
    trigger: row.id,
    key,
    kind: row.kind,
    at: new Date(),
    event: { on: trigger.on, data },
  });
}
