import { keepFiringsMs } from '../../../contracts/pipelines/triggers/keep-firings.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { workerLog } from '../../../contracts/base/log-places.ts';
import { UnreadableRecord } from '../../../contracts/base/sealed-text.ts';
import type { MarketTrigger } from '../../../contracts/trading/market-trigger.ts';
import type { FiringRepository } from '../../../db/repositories/triggers/firings.ts';
import type { AlertRepository } from '../../../db/trading/alerts.ts';
import type {
  MarketTriggerOn,
  MarketTriggerRepository,
  MarketTriggerRow,
} from '../../../db/trading/market-triggers.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import { canonicalSymbol } from '../market/instruments/canonical-symbol.ts';
import type { Bar, Market } from '../market/market.ts';
import { windowStart } from '../market/window-start.ts';
import { barsBefore, occasionOfBar } from './occasion-of-bar.ts';

type Watching = {
  triggers: MarketTriggerRepository;
  firings: Pick<FiringRepository, 'record'>;
  alerts: Pick<AlertRepository, 'firedSince'>;
  market: Market;
};

/** An alert can become visible this much later than its firing time. */
const lateMs = 60_000;
/** Maximum number of bars per trigger and round, so that the others have their turn. */
const barsAtOnce = 50;
/** Extra bars to request, since intervals without trades have none. */
const quietBars = 60;

/**
 * Checks every active market trigger: each bar that closes after it was switched on exactly once, and the fired alerts
 * of its user. A firing is recorded once, however many workers check it and even if one crashes; the API starts the
 * run. A problem is shown at its trigger and does not delay the others.
 * @returns whether there was an active trigger.
 * @throws the first unexpected error, after all triggers were checked.
 */
export async function watchTriggers(watching: Watching): Promise<boolean> {
  const { triggers } = watching;
  const on = await triggers.listOn();
  const faults: unknown[] = [];
  for (const row of on) {
    let problem: string | null = null;
    try {
      await watch(watching, row);
    } catch (error) {
      if (error instanceof ToolError && error.retryable) continue;
      const isSaid = error instanceof ToolError || error instanceof UnreadableRecord;
      // Other errors can contain secrets, such as query parameters.
      problem = isSaid ? error.message : `Baton could not check the market. See ${workerLog}.`;
      if (!isSaid) faults.push(error);
    }
    if (row.refusal !== problem) await triggers.noteProblem(row.id, problem);
  }
  if (faults.length > 0) throw faults[0];
  return on.length > 0;
}

async function watch(watching: Watching, row: MarketTriggerOn): Promise<void> {
  if (row.definition instanceof UnreadableRecord) throw row.definition;
  const trigger = row.definition as unknown as MarketTrigger;
  const { on, symbol, price, indicator, period, level, direction } = trigger;
  const terms = JSON.stringify([on, symbol, price, indicator, period, level, direction]);
  const place = await watching.triggers.begin(row.id, terms);
  if (trigger.on === 'alert-fired') await watchFired(watching, { row, trigger, place });
  else await watchBars(watching, { row, trigger, place });
}

type Watched = { row: MarketTriggerOn; trigger: MarketTrigger; place: MarketTriggerRow };

async function watchBars(watching: Watching, { row, trigger, place }: Watched): Promise<void> {
  const { market, triggers } = watching;
  const symbol = trigger.symbol ?? '';
  let { watchFrom } = place;
  if (watchFrom === null) {
    watchFrom = new Date((await market.snapshot(symbol)).now);
    await triggers.noteSeen(place, watchFrom);
  }
  const limit = barsBefore(trigger);
  let earlier: Bar[] | undefined;
  for (let count = 0; count < barsAtOnce; count += 1) {
    const next = await market.nextBar(symbol, watchFrom.toISOString());
    if (next.status === 'pending') return;
    if (next.status === 'ended') {
      const now = new Date((await market.snapshot(symbol)).now);
      // A replay that was restarted at an earlier date is watched from there, and its bars count as new.
      if (now < watchFrom) await triggers.beginAnew(place, now);
      return;
    }
    const { bar, provenance } = next;
    earlier ??= await earlierBars(market, { symbol, bar, limit });
    const occasion = occasionOfBar(trigger, [...earlier, bar]);
    if (limit > 0) earlier = [...earlier, bar].slice(-limit);
    if (occasion) {
      const at = { marketTime: provenance.asOf };
      const key = `${place.beganAt.toISOString()}/${bar.time}`;
      await fire(watching, { row, trigger, key, data: { symbol, ...occasion, ...at } });
    }
    watchFrom = new Date(Date.parse(bar.time) + 1);
    await triggers.noteSeen(place, watchFrom);
  }
}

/** Up to `limit` bars before a bar, oldest first, independent of the current time of the market. */
async function earlierBars(
  market: Market,
  { symbol, bar, limit }: { symbol: string; bar: Bar; limit: number },
): Promise<Bar[]> {
  if (limit === 0) return [];
  const [{ kind }, { timeframe }] = await Promise.all([
    market.instrument(symbol),
    market.snapshot(symbol),
  ]);
  const now = Date.parse(bar.time);
  const from = windowStart({ kind, timeframe, limit: limit + quietBars, now });
  const range = { symbol, timeframe, from: new Date(from).toISOString(), to: bar.time };
  return (await market.range(range)).bars.slice(-limit);
}

async function watchFired(watching: Watching, { row, trigger, place }: Watched): Promise<void> {
  const { alerts, market } = watching;
  const symbol = trigger.symbol && (await canonicalSymbol(market, trigger.symbol));
  const since = place.watchFrom ?? place.beganAt;
  const seen = new Date(Date.now() - lateMs);
  const fired = await alerts.firedSince(row.user, new Date(since.getTime() - lateMs));
  // Firings are recorded only for a limited time. Older alerts are skipped, since they may have fired already.
  const recorded = new Date(Date.now() - keepFiringsMs + lateMs);
  const wanted = fired.filter(
    ({ symbol: of, firedAt }) =>
      (symbol === undefined || of === symbol) && firedAt >= place.beganAt && firedAt >= recorded,
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
  // Reading an alert again fires nothing while its firing is on record.
  const isBehind = seen.getTime() - since.getTime() >= lateMs;
  if (isBehind) await watching.triggers.noteSeen(place, seen);
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
