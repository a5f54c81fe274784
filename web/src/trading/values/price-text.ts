import { priceDecimals } from '../../../../contracts/trading/price-text.ts';
import { locale } from '../../components/values/locale.ts';

/** A price as markets quote it, with two decimals at least: `1,480.00`, `1.0842`, `0.000012346`. */
export function price(value: number | string): string {
  const number = Number(value);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: priceDecimals(number),
  }).format(number);
}
