import type { AlertComparison } from '../../../contracts/trading/alerts.ts';
import { Decimal } from '../../base/decimal.ts';

/** What the market did since an alert was looked at last; for a single price all are the same. */
export type Course = { before: Decimal; open: Decimal; high: Decimal; low: Decimal };

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
