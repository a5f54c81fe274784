/** Decimal text without trailing zeros. */
export function shortest(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const large = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

/** Decimal text rounded for people, with groups of thousands: to four decimals, or to six significant digits below 1. */
export function asRead(text: string): string {
  const value = Number(text);
  return (Math.abs(value) < 1 ? small : large).format(value);
}
