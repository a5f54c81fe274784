import type { NotificationView } from '../../../../contracts/api/index.ts';

/** Notifications of the same, the newest first; a decision to make is always alone. */
export type NotificationGroup = {
  first: NotificationView;
  /** All of them, `first` too. */
  items: NotificationView[];
};

/** So many of the same are still read one by one. */
const mostAlone = 2;

/**
 * Puts notifications together that tell of runs of one pipeline, or of tasks of one agent, that ended in the same way
 * on one day.
 * @param dayOf the day of an instant, as the reader counts them.
 */
export function groupsOf(
  notifications: readonly NotificationView[],
  dayOf: (instant: string) => string = localDay,
): NotificationGroup[] {
  const groups = Map.groupBy(notifications, (notification) => keyOf(notification, dayOf));
  return [...groups.values()]
    .flatMap((items) => (items.length > mostAlone ? [items] : items.map((item) => [item])))
    .map((items) => ({ first: items[0]!, items }))
    .toSorted((one, other) => other.first.createdAt.localeCompare(one.first.createdAt));
}

function keyOf(
  { id, kind, user, status, run, title, createdAt }: NotificationView,
  dayOf: (instant: string) => string,
): string {
  if (kind === 'run-waiting' || !run) return id;
  return JSON.stringify([dayOf(createdAt), user, kind, status, run.pipeline, run.agent, title]);
}

function localDay(instant: string): string {
  return new Date(instant).toDateString();
}
