import { cents, percent } from './figures.ts';

/** A gain or a loss, in money and as part of what was put in; its sign says which, not its colour alone. */
export function Change({ amount, of }: { amount: number; of: number }) {
  const share = of === 0 ? 0 : Math.abs(amount / of);
  return (
    <span className={colourOf(amount)}>
      <span className="whitespace-nowrap">{signed(amount)}</span>{' '}
      <span className="whitespace-nowrap">
        ({signOf(amount)}
        {percent(share)})
      </span>
    </span>
  );
}

/** A gain or a loss in money; its sign says which, not its colour alone. */
export function Gain({ amount }: { amount: number }) {
  return <span className={`whitespace-nowrap ${colourOf(amount)}`}>{signed(amount)}</span>;
}

const signOf = (amount: number) => (amount > 0 ? '+' : amount < 0 ? '−' : '');
const signed = (amount: number) => `${signOf(amount)}${cents(Math.abs(amount))}`;

function colourOf(amount: number): string {
  if (amount === 0) return 'text-muted';
  return amount > 0 ? 'text-good' : 'text-bad';
}
