import { locale } from './locale.ts';

const whole = new Intl.NumberFormat(locale);
const tenth = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const withCents = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
const hundredths = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
});
const large = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
const small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 });

/** A count, such as of tokens or of what was traded, in few characters: `840`, `1.2K`, `3.4M`. */
export function tokens(count: number): string {
  return compact.format(count);
}

export function wholeNumber(count: number): string {
  return whole.format(count);
}

/** A decimal number as far as one reads it: four decimals, and six digits of what is below 1. */
export function decimal(value: number | string): string {
  const number = Number(value);
  return signed((Math.abs(number) < 1 ? small : large).format(number));
}

/** A number as code writes it, without groups, to eight digits, and of large ones to two decimals: `1485.98`, `0.34032784`, `100000`. */
export function plainNumber(value: number): string {
  const size = Math.abs(value);
  if (size < 1) return String(Number(value.toPrecision(8)));
  const decimals = Math.max(2, 8 - String(Math.trunc(size)).length);
  return size < 1e15 ? String(Number(value.toFixed(decimals))) : String(value);
}

/** Percent with the digits that it has, to one decimal: `20 %`, `12.5 %`. */
export function percentOf(value: number | string): string {
  return `${signed(tenth.format(Number(value)))} %`;
}

/** A share in percent: `−4.20 %`. A minus is left out where it rounds to 0. */
export function percent(share: number): string {
  return `${signed(hundredths.format(share * 100))} %`;
}

/** A number with two decimals, such as a ratio: `1.24`, `−0.30`. */
export function ratio(value: number): string {
  return signed(hundredths.format(value));
}

const signed = (text: string) => text.replace('-', '−');

/** An amount to the cent: `$100,012.50`. */
export function cents(amount: number | string): string {
  return withCents.format(Number(amount));
}

/**
 * An amount in US dollars: `$1.20`, and for less than a cent as many decimals as it takes to see it.
 * @param amount decimal text or a number
 */
export function dollars(amount: string | number): string {
  const value = Number(amount);
  const isTiny = value !== 0 && Math.abs(value) < 0.01;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    ...(isTiny ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 4 }),
  }).format(value);
}

/**
 * An amount in US dollars with every digit of it, and two decimals at least: `$1.20`, `$0.00042`.
 * @param amount decimal text
 */
export function exactDollars(amount: string): string {
  const unsigned = amount.replace(/^-/, '');
  const decimals = (unsigned.split('.')[1] ?? '').replace(/0+$/, '').length;
  const digits = Math.max(2, decimals);
  const written = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // As text it has every digit, where a number would lose some.
  }).format(unsigned as Intl.StringNumericLiteral);
  return amount.startsWith('-') ? `−${written}` : written;
}
