import type { AlertComparison } from '../../../contracts/trading/alerts.ts';
import type { AlertRepository, AlertRow } from '../../../db/trading/alerts.ts';
import { Decimal } from '../../base/decimal.ts';
import type { Market, MarketSnapshot, NextBar } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/** What the market did since the alert was last checked. For a single price, all four are that price. */
type Course = { before: Decimal; open: Decimal; high: Decimal; low: Decimal };

/**
 * The price at which each comparison fires, on the way from the last price through the bar; undefined if it does not.
 */
const finds = {
  '>=': (price, { open, high }) => (high.gte(price) ? Decimal.max(open, price) : undefined),
  '<=': (price, { open, low }) => (low.lte(price) ? Decimal.min(open, price) : undefined),
  '='(price, { before, open, high, low }) {
    if (low.lte(price) && high.gte(price)) return price;
    // The market gapped over the price, so the first price beyond it is the open.
    const passed = before.lt(price) ? open.gt(price) : before.gt(price) && open.lt(price);
    return passed ? open : undefined;
  },
} satisfies Record<AlertComparison, (price: Decimal, course: Course) => Decimal | undefined>;

/** The first price at which an alert fires; undefined if the bar does not reach it. */
export function firingPrice(
  { comparison, price }: { comparison: AlertComparison; price: Decimal },
  course: Course,
): Decimal | undefined {
  return finds[comparison](price, course);
}

const words = {
  '>=': 'at or above',
  '<=': 'at or below',
  '=': 'at',
} satisfies Record<AlertComparison, string>;

type Watching = { alerts: AlertRepository; market: Market };

/**
 * Checks every active alert: first against the current price, then against each later bar exactly once. An alert fires
 * once, even if several workers check it. If the market does not respond, the alert is checked again on the next call;
 * if its symbol has no prices, it fails with the reason.
 * @returns whether there was an active alert.
 */
export async function watchAlerts({ alerts, market }: Watching): Promise<boolean> {
  const looked = rememberingMarket(market);
  const active = await alerts.listActive();
  for (const alert of active) {
    try {
      await watch({ alerts, market: looked }, alert);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (!error.retryable) await alerts.fail(alert.id, error.message);
    }
  }
  return active.length > 0;
}

async function watch({ alerts, market }: Watching, alert: AlertRow): Promise<void> {
  let { watchFrom } = alert;
  let last = new Decimal(alert.lastPrice ?? 0);
  if (watchFrom === null) {
    const snapshot = await market.snapshot(alert.symbol);
    const price = new Decimal(snapshot.price);
    if (await fireAt(alerts, alert, still(price), snapshot.asOf)) return;
    watchFrom = await begin(alerts, alert, snapshot);
    last = price;
  }
  for (;;) {
    const next = await market.nextBar(alert.symbol, watchFrom.toISOString());
    if (next.status === 'pending') return;
    if (next.status === 'ended') {
      const snapshot = await market.snapshot(alert.symbol);
      // A replay that was restarted at an earlier date is watched from there.
      if (new Date(snapshot.now) < watchFrom) await begin(alerts, alert, snapshot);
      return;
    }
    const { open, high, low, close, time } = next.bar;
    const course = {
      before: last,
      open: new Decimal(open),
      high: new Decimal(high),
      low: new Decimal(low),
    };
    if (await fireAt(alerts, alert, course, next.provenance.asOf)) return;
    last = new Decimal(close);
    watchFrom = new Date(Date.parse(time) + 1);
    await alerts.noteSeen(alert.id, { watchFrom, lastPrice: last.toFixed() });
  }
}

const still = (price: Decimal): Course => ({ before: price, open: price, high: price, low: price });

async function begin(
  alerts: AlertRepository,
  { id }: AlertRow,
  { now, price }: MarketSnapshot,
): Promise<Date> {
  const watchFrom = new Date(now);
  await alerts.noteSeen(id, { watchFrom, lastPrice: new Decimal(price).toFixed() });
  return watchFrom;
}

async function fireAt(
  alerts: AlertRepository,
  { id, symbol, comparison, price: text }: AlertRow,
  course: Course,
  marketTime: string,
): Promise<boolean> {
  const wanted = new Decimal(text);
  const price = firingPrice({ comparison, price: wanted }, course);
  if (!price) return false;
  return alerts.fire(id, {
    price: price.toFixed(),
    marketTime: new Date(marketTime),
    text: `${symbol} reached ${price.toFixed()}: alert ${words[comparison]} ${wanted.toFixed()}`,
  });
}

/** A market that requests each snapshot and bar once, however many alerts need it. */
function rememberingMarket(market: Market): Market {
  const bars = new Map<string, Promise<NextBar>>();
  const snapshots = new Map<string, Promise<MarketSnapshot>>();
  return {
    ...market,
    snapshot: (symbol) => once(snapshots, symbol, () => market.snapshot(symbol)),
    nextBar: (symbol, time) => once(bars, `${symbol} ${time}`, () => market.nextBar(symbol, time)),
  };
}

function once<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? ask();
  known.set(key, found);
  return found;
}
