import { cents, decimal, dollars, exactDollars } from './figures.ts';

/** An amount to the cent; every digit of it where one points at it. @param props.amount decimal text */
export function Money({ amount }: { amount: string }) {
  return <Rounded shown={cents(amount)} exact={exactDollars(amount)} />;
}

/** What models cost, as far as one reads it; every digit of it where one points at it. @param props.amount decimal text */
export function Dollars({ amount }: { amount: string }) {
  return <Rounded shown={dollars(amount)} exact={exactDollars(amount)} />;
}

/** A decimal number as far as one reads it; every digit of it where one points at it. */
export function Decimal({ value }: { value: number | string }) {
  return <Rounded shown={decimal(value)} exact={String(value)} />;
}

/** A figure as one reads it, and where one points at it, as it is. */
export function Rounded({ shown, exact }: { shown: string; exact: string }) {
  return (
    <span title={exact.replaceAll(',', '') === shown.replaceAll(',', '') ? undefined : exact}>
      {shown}
    </span>
  );
}
