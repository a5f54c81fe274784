import type { BookEventKind } from '../../../../../contracts/trading/book-events.ts';
import { words } from '../../../components/values/words.ts';

const titles: Partial<Record<BookEventKind, string>> = {
  submitted: 'Submitted',
  accepted: 'Accepted',
  denied: 'Denied',
  triggered: 'Stop price reached',
  filled: 'Filled',
  cancel_requested: 'Cancel asked for',
  canceled: 'Canceled',
  expired: 'Expired',
};

/** What happened to an order, as one reads it. */
export function eventTitle(kind: string): string {
  return titles[kind as BookEventKind] ?? words(kind);
}
