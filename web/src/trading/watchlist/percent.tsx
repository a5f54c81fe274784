import { texts } from './texts.ts';

/** A change in percent; its sign says which way, not its colour alone. Null where it is not known. */
export function Percent({ value }: { value: number | null }) {
  if (value === null) return <span className="text-muted">{texts.watchlist.unknown}</span>;
  const text = Math.abs(value).toFixed(2);
  const sign = Number(text) === 0 ? '' : value > 0 ? '+' : '−';
  const colour = sign === '' ? 'text-muted' : value > 0 ? 'text-good' : 'text-bad';
  return (
    <span className={`whitespace-nowrap ${colour}`}>
      {sign}
      {text} %
    </span>
  );
}
