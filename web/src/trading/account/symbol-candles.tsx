import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FillView } from '../../../../contracts/trading/api/account.ts';
import { decimal } from '../../components/values/figures.ts';
import { price } from '../values/price-text.ts';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { Charts } from '../candles/charts.tsx';
import type { Mark } from '../candles/mark.ts';
import type { Chart } from '../candles/market-data.ts';
import { seriesQuery, timeframeFor } from '../api/series.ts';
import { texts } from './texts.ts';

type SymbolCandlesProps = { fills: FillView[]; held: string[]; asOf: string };

/** Candles of a symbol that was traded, with its fills; one that is held comes first. */
export function SymbolCandles({ fills, held, asOf }: SymbolCandlesProps) {
  const symbols = [...new Set([...held, ...fills.map(({ symbol }) => symbol)])];
  const [chosen, setChosen] = useState<string>();
  const symbol = chosen ?? symbols[0]!;
  const own = fills.filter((fill) => fill.symbol === symbol);
  const since = Math.min(Date.parse(asOf), ...own.map(({ marketTime }) => Date.parse(marketTime)));
  const { data, error } = useQuery(
    seriesQuery(symbol, timeframeFor(symbol, Date.parse(asOf) - since)),
  );
  const charts = useMemo(
    (): Chart[] => (data ? [{ ...data, marks: own.slice(-shownFills).map(markOf) }] : []),
    [data, own.length, symbol],
  );
  return (
    <section
      aria-label={texts.candles.label}
      className="rounded-lg border border-line bg-surface p-4"
    >
      {symbols.length > 1 && (
        <div className="mb-3">
          <SelectFilter
            label={texts.candles.symbol}
            value={symbol}
            options={symbols.map((one) => ({ value: one, title: one }))}
            onChange={setChosen}
          />
        </div>
      )}
      {error && !data && <p className="text-bad">{error.message}</p>}
      {!error && !data && <div aria-busy="true" className="h-60" />}
      <Charts charts={charts} />
    </section>
  );
}

/** More would hide each other. */
const shownFills = 20;

function markOf({ side, quantity, price: at, marketTime }: FillView): Mark {
  const verb = side === 'buy' ? texts.candles.bought : texts.candles.sold;
  return {
    kind: 'fill',
    side,
    time: marketTime,
    text: texts.candles.mark(verb, decimal(quantity), price(at)),
    label: verb,
  };
}
