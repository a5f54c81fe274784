import { useId, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { texts } from './texts.ts';

type BenchmarkFieldProps = {
  /** The current benchmark. */
  symbol: string;
  /** The traded symbols are suggested. */
  symbols: readonly string[];
  onChange: (symbol: string) => void;
};

/** Asks for the symbol to compare with. Rendered under another `key` it begins anew. */
export function BenchmarkField({ symbol, symbols, onChange }: BenchmarkFieldProps) {
  const [typed, setTyped] = useState(symbol);
  const list = useId();
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed);
      }}
    >
      <label className="flex items-center gap-2 text-muted">
        {texts.benchmark.label}
        <input
          list={list}
          value={typed}
          maxLength={30}
          onChange={({ target }) => setTyped(target.value)}
          className="min-h-8 w-36 rounded-md border border-line bg-raised px-2 text-text max-md:min-h-11"
        />
      </label>
      <datalist id={list}>
        {symbols.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Button type="submit" className="max-md:min-h-11">
        {texts.benchmark.compare}
      </Button>
    </form>
  );
}
