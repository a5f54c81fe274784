import { wholeNumber } from '../../components/values/figures.ts';
import { texts } from './texts.ts';

/** A limit, and the part of it that is used since the provider has refused. */
export function Rate({ most, rateFactor }: { most: number; rateFactor: number }) {
  if (rateFactor >= 1) return wholeNumber(most);
  return (
    <span className="text-wait">
      {wholeNumber(Math.round(most * rateFactor))}{' '}
      <span className="text-muted">
        {texts.card.rate(wholeNumber(most), Math.round(rateFactor * 100))}
      </span>
    </span>
  );
}
