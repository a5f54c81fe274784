import { wholeNumber } from '../../components/values/figures.ts';
import { texts } from './texts.ts';

type PlacesProps = { running: number; most: number; workers: number };

/** How many calls are under way, of those that may be at once. */
export function Places({ running, most, workers }: PlacesProps) {
  const part = most > 0 ? Math.min(1, running / most) : 0;
  return (
    <div>
      <p className="text-[12px] text-muted">{texts.card.running}</p>
      <p>
        {wholeNumber(running)}{' '}
        <span className="text-muted">{texts.card.ofConcurrency(wholeNumber(most))}</span>
      </p>
      <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${part >= 1 ? 'bg-wait' : 'bg-accent'}`}
          style={{ width: `${part * 100}%` }}
        />
      </div>
      <p className="mt-1 text-[12px] text-muted">{texts.card.workers(workers)}</p>
    </div>
  );
}
