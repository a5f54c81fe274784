import { cents, percent, ratio as ratioOf } from '../../../components/values/figures.ts';

/** What is not defined. */
export const missing = '–';

/** A share in percent: `−4.20 %`. */
export function percentText(share: number | null): string {
  return share === null ? missing : percent(share);
}

/** A ratio such as Sharpe's: `1.24`. */
export function ratioText(ratio: number | null): string {
  return ratio === null ? missing : ratioOf(ratio);
}

/** An amount of money. @param amount decimal text */
export function moneyText(amount: string | null): string {
  return amount === null ? missing : cents(amount).replace('-', '−');
}
