import { cents } from '../../components/figures.ts';

/** A gain or a loss, in money and as part of what was put in; its sign says which, not its colour alone. */
export function Change({ amount, of }: { amount: number; of: number }) {
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  const colour = amount > 0 ? 'text-good' : amount < 0 ? 'text-bad' : 'text-muted';
  const percent = of === 0 ? 0 : Math.abs((amount / of) * 100);
  return (
    <span className={`whitespace-nowrap ${colour}`}>
      {sign}
      {cents(Math.abs(amount))} ({sign}
      {percent.toFixed(2)} %)
    </span>
  );
}
