import { cents } from '../../../components/values/figures.ts';

/** With a minus sign, but not for values that round to 0. */
const signed = (text: string) => text.replace(/^-(?=.*[1-9])/, '−').replace(/^-/, '');
/** What is not defined. */
export const missing = '–';

/** A share in percent: `−4.20 %`. */
export function percentText(share: number | null): string {
  return share === null ? missing : `${signed((share * 100).toFixed(2))} %`;
}

/** A ratio such as Sharpe's: `1.24`. */
export function ratioText(ratio: number | null): string {
  return ratio === null ? missing : signed(ratio.toFixed(2));
}

/** An amount of money. @param amount decimal text */
export function moneyText(amount: string | null): string {
  return amount === null ? missing : signed(cents(amount));
}
