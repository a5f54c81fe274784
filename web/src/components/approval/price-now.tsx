import { useQuery } from '@tanstack/react-query';
import { callTool } from '../../api/tools.ts';
import { Decimal } from '../rounded.tsx';
import { drift } from './drift.ts';

/** The price of the market, kept up to date, with how far it is from the one that was decided at. */
export function PriceNow({ symbol, referencePrice }: { symbol: string; referencePrice: number }) {
  const { data, error } = useQuery({
    queryKey: ['price', symbol],
    queryFn: () => readPrice(symbol),
    refetchInterval: 15_000,
  });
  if (data === undefined) return error ? 'not known' : '…';
  return (
    <>
      <Decimal value={data} /> ({drift(referencePrice, data)})
    </>
  );
}

async function readPrice(symbol: string): Promise<number> {
  const { output } = await callTool('get_price', { symbol });
  return (output as { price: number }).price;
}
