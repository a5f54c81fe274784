import { percent } from '../../components/values/figures.ts';

/** The drift of the price from the decision price: `+0.40 %`, without a line break. */
export function drift(referencePrice: number, price: number): string {
  const share = price / referencePrice - 1;
  const sign = Math.abs(share) < 0.00005 ? '' : share > 0 ? '+' : '−';
  return `${sign}${percent(Math.abs(share)).replace(' ', '\u00A0')}`;
}
