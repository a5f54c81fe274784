import { Decimal } from '../../../base/decimal.ts';

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** An amount of the account as gates tell of it: `100,000.00 USD`, and every digit of what is less than a cent. */
export function amountText(amount: Decimal): string {
  const isTiny = amount.abs().lt('0.01') && !amount.isZero();
  return `${isTiny ? amount.toFixed() : grouped.format(Number(amount.toFixed(2)))} USD`;
}
