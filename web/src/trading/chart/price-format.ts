import { cents } from '../../components/values/figures.ts';
import { locale } from '../../components/values/locale.ts';

/** Cents, as most markets quote. */
const leastDecimals = 2;
/** The axis tells prices apart by so many digits. */
const digits = 4;

/** As `priceFormat` of a series has it; the least move is the finest step between two lines. */
type AxisFormat = { type: 'custom'; minMove: number; formatter: (value: number) => string };

/**
 * How an axis writes shares as percent: with the decimals that it takes to tell them apart, `−4.2 %`, `−0.0012 %`.
 * @param widest the share farthest from 0 of those that are drawn.
 */
export function percentFormat(widest: number): AxisFormat {
  const size = widest === 0 ? 0 : Math.floor(Math.log10(Math.abs(widest * 100)));
  const decimals = Math.min(8, Math.max(1, 1 - size));
  const text = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
  });
  return {
    type: 'custom',
    minMove: 1 / 10 ** (decimals + 2),
    formatter: (share: number) => `${text.format(share * 100).replace('-', '−')} %`,
  };
}

const wholeDollars = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/**
 * How an axis writes amounts: to the cent, and to the dollar where all are above 1,000 and that tells them apart.
 * @param amounts those that are drawn.
 */
export function moneyFormat(amounts: readonly number[]): AxisFormat {
  const least = amounts.reduce((one, other) => Math.min(one, other), Infinity);
  const most = amounts.reduce((one, other) => Math.max(one, other), -Infinity);
  return least >= 1_000 && most - least >= 10
    ? { type: 'custom', minMove: 1, formatter: (amount) => wholeDollars.format(amount) }
    : { type: 'custom', minMove: 0.01, formatter: cents };
}

/**
 * How an axis writes prices: with separators, and with the decimals that it takes to tell them apart: `1,480.00`, `0.0001234`.
 * @param price one of those that are drawn.
 */
export function priceFormat(price: number): AxisFormat {
  const size = price === 0 ? 0 : Math.floor(Math.log10(Math.abs(price)));
  const decimals = Math.min(12, Math.max(leastDecimals, digits - 1 - size));
  const text = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return {
    type: 'custom',
    minMove: 1 / 10 ** decimals,
    formatter: (value: number) => text.format(value),
  };
}
