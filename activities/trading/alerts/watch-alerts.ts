import type { AlertComparison } from '../../../contracts/trading/alerts.ts';
import type { AlertRepository, AlertRow } from '../../../db/trading/alerts.ts';
import { Decimal } from '../../base/decimal.ts';
import type { Market, MarketSnapshot, NextBar } from '../market/market.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/** What the market did since an alert was looked at last; for a single price all are the same. */
type Course = { before: Decimal; open: Decimal; high: Decimal; low: Decimal };

/** How each comparison finds the price that fires it, on the way from the last price through the bar. */
const finds = {
  '>=': (price, { open, high }) => (high.gte(price) ? Decimal.max(open, price) : undefined),
  '<=': (price, { open, low }) => (low.lte(price) ? Decimal.min(open, price) : undefined),
  '='(price, { before, open, high, low }) {
    if (low.lte(price) && high.gte(price)) return price;
    // The market opened on the other side of the price: it was passed without a trade at it.
    const passed = before.lt(price) ? open.gt(price) : before.gt(price) && open.lt(price);
    return passed ? open : undefined;
  },
} satisfies Record<AlertComparison, (price: Decimal, course: Course) => Decimal | undefined>;

/** The price at which an alert fires, the first that fits; undefined where none does. */
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
 * Looks at the market for every active alert: first at the price of now, then at each bar after it, none twice and none
 * left out. What is reached fires once, however many workers look. A market that does not respond is asked again with
 * the next look; an alert on a symbol that has no prices fails, and says why.
 * @returns whether there was one to look for.
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
      // A market that was started again at an earlier time is looked at from there on.
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

/** A market that is asked for each bar once, however many alerts wait for it. */
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
