import { Decimal } from '../../../base/decimal.ts';

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** An amount in messages of gates, such as `100,000.00 USD`. Amounts below one cent show all digits. */
export function amountText(amount: Decimal): string {
  const isTiny = amount.abs().lt('0.01') && !amount.isZero();
  return `${isTiny ? amount.toFixed() : grouped.format(Number(amount.toFixed(2)))} USD`;
}
