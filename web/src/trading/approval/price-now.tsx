import { useQuery } from '@tanstack/react-query';
import { priceQuery } from '../api/prices.ts';
import { Decimal } from '../../components/values/rounded.tsx';
import { drift } from './drift.ts';
import { texts } from '../texts.ts';

/** The price of the market, kept up to date, with how far it is from the one that was decided at. */
export function PriceNow({ symbol, referencePrice }: { symbol: string; referencePrice: number }) {
  const { data, error } = useQuery(priceQuery(symbol));
  if (data === undefined) return error ? texts.order.unknown : '…';
  return (
    <>
      <Decimal value={data.price} /> ({drift(referencePrice, data.price)})
    </>
  );
}
