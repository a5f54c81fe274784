import { Decimal } from '../../../base/decimal.ts';

type Figure = number | null | undefined;

/** Decimal places of ratios. */
const decimals = 4;

/** A ratio; null if a figure is unknown, or the divisor is zero or negative (such as negative equity or earnings). */
export function ratioOf(figure: Figure, by: Figure): number | null {
  if (!isKnown(figure) || !isKnown(by) || by <= 0) return null;
  return new Decimal(figure).div(by).toDecimalPlaces(decimals).toNumber();
}

/** The sum; null if a figure is unknown. */
export function sumOf(figures: readonly Figure[]): number | null {
  if (figures.length === 0 || !figures.every(isKnown)) return null;
  return figures.reduce<Decimal>((sum, figure) => sum.plus(figure!), new Decimal(0)).toNumber();
}

/** The figure if it is above zero, else null: price ratios are meaningless otherwise. */
export function positiveOrNull(figure: Figure): number | null {
  if (!isKnown(figure) || figure <= 0) return null;
  return new Decimal(figure).toDecimalPlaces(decimals).toNumber();
}

/** Mean and median of figures; both null if there are none. */
export function centreOf(figures: readonly number[]): {
  average: number | null;
  median: number | null;
  companies: number;
} {
  const companies = figures.length;
  if (companies === 0) return { average: null, median: null, companies };
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = [
    sorted[Math.floor((companies - 1) / 2)]!,
    sorted[Math.ceil((companies - 1) / 2)]!,
  ];
  return {
    average: ratioOf(sumOf(figures), companies),
    median: ratioOf(sumOf(middle), 2),
    companies,
  };
}

function isKnown(figure: Figure): figure is number {
  return figure !== null && figure !== undefined && Number.isFinite(figure);
}
