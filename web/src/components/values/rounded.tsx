import { cents, decimal, dollars, exactDollars, price } from './figures.ts';

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

/** A price as markets quote it; every digit of it where one points at it. */
export function Price({ value }: { value: number | string }) {
  return <Rounded shown={price(value)} exact={String(value)} />;
}

function Rounded({ shown, exact }: { shown: string; exact: string }) {
  return (
    <span title={exact.replaceAll(',', '') === shown.replaceAll(',', '') ? undefined : exact}>
      {shown}
    </span>
  );
}
