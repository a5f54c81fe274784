/** Decimal text without the zeros at its end. */
export function shortest(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const large = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 4 });
const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

/** Decimal text as far as one reads a price: four decimals, and six digits of what is below 1. */
export function asRead(text: string): string {
  const value = Number(text);
  return (Math.abs(value) < 1 ? small : large).format(value);
}
