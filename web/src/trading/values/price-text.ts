import { locale } from '../../components/values/locale.ts';

/** The decimals of a price: cents, and of what is below 10 as many as its fifth digit takes. */
function priceDecimals(value: number): number {
  const size = value === 0 || !Number.isFinite(value) ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return Math.min(12, Math.max(2, 4 - size));
}

/** A price as markets quote it, with two decimals at least: `1,480.00`, `1.0842`, `0.000012346`. */
export function price(value: number | string): string {
  const number = Number(value);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: priceDecimals(number),
  }).format(number);
}
