const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const withCents = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const large = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

/** A count of tokens in few characters: `840`, `1.2K`, `3.4M`. */
export function tokens(count: number): string {
  return compact.format(count);
}

export function wholeNumber(count: number): string {
  return whole.format(count);
}

/** A decimal number as far as one reads it: four decimals, and six digits of what is below 1. */
export function decimal(value: number | string): string {
  const number = Number(value);
  return (Math.abs(number) < 1 ? small : large).format(number);
}

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
  return new Intl.NumberFormat('en', {
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
  const [integer = '0', fraction = ''] = amount.replace(/^-/, '').split('.');
  const sign = amount.startsWith('-') ? '−' : '';
  const digits = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${sign}$${whole.format(BigInt(integer))}.${digits}`;
}
