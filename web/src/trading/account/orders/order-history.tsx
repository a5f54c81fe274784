import type { OrderDetailView } from '../../../../../contracts/trading/api/account.ts';
import { eventTitle } from './event-title.ts';
import { texts } from './texts.ts';

/** The clock of the one who looks, and which that is: bars are told in UTC. */
const withZone = {
  dateStyle: 'medium',
  timeStyle: 'long',
} satisfies Intl.DateTimeFormatOptions;

/** What has happened to an order, in order, on the clock of its market where a bar caused it. */
export function OrderHistory({ events }: Pick<OrderDetailView, 'events'>) {
  return (
    <section aria-labelledby="history">
      <h3 id="history" className="mb-2 font-semibold">
        {texts.history.title}
      </h3>
      {events.length === 0 && <p className="text-muted">{texts.history.missing}</p>}
      <ol className="grid gap-3 border-l border-line pl-4">
        {events.map(({ kind, at, reason, marketTime }, index) => (
          <li key={index} className="relative">
            <span
              aria-hidden
              className="absolute top-1.5 -left-[20.5px] size-2 rounded-full bg-(--line-strong)"
            />
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">{eventTitle(kind)}</span>
              <time dateTime={at} className="text-muted">
                {new Date(at).toLocaleString(undefined, withZone)}
              </time>
            </p>
            {marketTime !== null && (
              <p className="text-[12px] text-muted">
                {texts.history.bar(marketTime.slice(0, 16).replace('T', ' '))}
              </p>
            )}
            {reason !== null && <p className="text-[12px] text-muted">{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
