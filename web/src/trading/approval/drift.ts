/** The drift of the price from the decision price: `+0.40 %`, without a line break. */
export function drift(referencePrice: number, price: number): string {
  const percent = (price / referencePrice - 1) * 100;
  const text = Math.abs(percent).toFixed(2);
  const sign = Number(text) === 0 ? '' : percent > 0 ? '+' : '−';
  return `${sign}${text}\u00A0%`;
}
