import type { UseQueryResult } from '@tanstack/react-query';
import type { Price } from '../../api/prices.ts';
import { cents, decimal } from '../../../components/values/figures.ts';
import type { Ticket } from './ticket.ts';
import { worthOf } from './ticket.ts';
import { texts } from './texts.ts';

type PriceLineProps = {
  symbol: string;
  query: Pick<UseQueryResult<Price>, 'data' | 'error'>;
  ticket: Ticket;
};

/** The price of now, and what the order is worth at it; or why there is none. */
export function PriceLine({ symbol, query: { data, error }, ticket }: PriceLineProps) {
  if (symbol === '') return null;
  if (error && !data) {
    return (
      <p role="alert" className="text-bad">
        {error.message}
      </p>
    );
  }
  if (!data) return <p className="text-muted">{texts.price.loading}</p>;
  const worth = worthOf(ticket, data.price);
  return (
    <p className="text-muted">
      <span className="font-medium text-text">{decimal(data.price)}</span> {texts.price.now}
      {worth !== null && <>{texts.price.value(cents(worth))}</>}
      {data.notice && <span className="block text-[12px]">{data.notice}</span>}
    </p>
  );
}
