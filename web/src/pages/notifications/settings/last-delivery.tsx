import { Ago } from '../../../components/values/time.tsx';
import { outcomeOf } from '../outcomes.ts';
import type { Delivery } from '../outcomes.ts';
import { texts } from '../texts.ts';

/** What became of the last message by a channel: whether the setting works. */
export function LastDelivery({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery) return null;
  const { target, attempts, endedAt } = delivery;
  const { title, colour, error } = outcomeOf(delivery);
  const at = endedAt ?? attempts.at(-1)?.startedAt;
  return (
    <p className="mt-1 text-[12px] wrap-anywhere text-muted">
      {texts.settings.last(target)} <span className={colour}>{title}</span>
      {at && (
        <>
          {' '}
          <Ago instant={at} />
        </>
      )}
      {error && ` · ${error}`}
    </p>
  );
}
