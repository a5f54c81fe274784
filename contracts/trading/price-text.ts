/** The decimals of a price: cents, and of what is below 10 as many as its fifth digit takes. */
export function priceDecimals(value: number): number {
  const size = value === 0 || !Number.isFinite(value) ? 0 : Math.floor(Math.log10(Math.abs(value)));
  return Math.min(12, Math.max(2, 4 - size));
}

/** Formats a price as markets quote it: `1,480.00`, `1.0842`, `0.000012346`. */
export function priceText(price: number | string): string {
  const value = Number(price);
  return new Intl.NumberFormat('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: priceDecimals(value),
  }).format(value);
}
