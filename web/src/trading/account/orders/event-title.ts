import type { BookEventKind } from '../../../../../contracts/trading/book-events.ts';
import { words } from '../../../components/values/words.ts';
import { texts } from './texts.ts';

const titles: Partial<Record<BookEventKind, string>> = {
  submitted: texts.events.submitted,
  accepted: texts.events.accepted,
  denied: texts.events.denied,
  triggered: texts.events.triggered,
  filled: texts.events.filled,
  cancel_requested: texts.events.cancelRequested,
  canceled: texts.events.canceled,
  expired: texts.events.expired,
};

/** What happened to an order, as one reads it. */
export function eventTitle(kind: string): string {
  return titles[kind as BookEventKind] ?? words(kind);
}
