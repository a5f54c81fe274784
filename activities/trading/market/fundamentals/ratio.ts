import { Decimal } from '../../../base/decimal.ts';

type Figure = number | null | undefined;

/** The decimals that ratios are given with. */
const decimals = 4;

/** One figure by another; null where one is not known, or the divisor is zero or, as of equity or earnings, below. */
export function ratioOf(figure: Figure, by: Figure): number | null {
  if (!isKnown(figure) || !isKnown(by) || by <= 0) return null;
  return new Decimal(figure).div(by).toDecimalPlaces(decimals).toNumber();
}

/** The sum; null where a figure is not known. */
export function sumOf(figures: readonly Figure[]): number | null {
  if (figures.length === 0 || !figures.every(isKnown)) return null;
  return figures.reduce<Decimal>((sum, figure) => sum.plus(figure!), new Decimal(0)).toNumber();
}

/** The figure where it is a number above zero, which ratios of prices have to be to mean something; else null. */
export function positiveOrNull(figure: Figure): number | null {
  if (!isKnown(figure) || figure <= 0) return null;
  return new Decimal(figure).toDecimalPlaces(decimals).toNumber();
}

/** The mean and the median of figures; both null where there is none. */
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
