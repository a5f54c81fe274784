import type { NotificationView } from '../../../../contracts/api/index.ts';

/** Notifications of the same, the newest first. */
export type NotificationGroup = {
  first: NotificationView;
  /** All of them, `first` too. */
  items: NotificationView[];
};

/** So many of the same are still read one by one. */
const mostAlone = 2;

/**
 * Puts notifications together that tell of runs of one pipeline, or of tasks of one agent, that ended in the same way
 * on one day, and those that tell several people of one decision to make.
 * @param dayOf the day of an instant, as the reader counts them.
 */
export function groupsOf(
  notifications: readonly NotificationView[],
  dayOf: (instant: string) => string = localDay,
): NotificationGroup[] {
  const groups = Map.groupBy(notifications, (notification) => keyOf(notification, dayOf));
  return [...groups.values()]
    .flatMap((items) => (isWait(items[0]!) ? byDecision(items) : [items]))
    .flatMap((items) =>
      items.length > mostAlone || isWait(items[0]!) ? [items] : items.map((item) => [item]),
    )
    .map((items) => ({ first: items[0]!, items }))
    .toSorted((one, other) => other.first.createdAt.localeCompare(one.first.createdAt));
}

const isWait = ({ kind, runId }: NotificationView) => kind === 'run-waiting' && runId !== null;

/** Nobody is told twice of one decision: the first that each is told of is one, the second another. */
function byDecision(items: NotificationView[]): NotificationView[][] {
  const told = new Map<string, number>();
  const decisions = Map.groupBy(items, ({ user }) => {
    const count = (told.get(user) ?? 0) + 1;
    told.set(user, count);
    return count;
  });
  return [...decisions.values()];
}

function keyOf(
  { id, kind, user, status, run, runId, title, text, decision, createdAt }: NotificationView,
  dayOf: (instant: string) => string,
): string {
  if (kind === 'run-waiting' && runId !== null) {
    return JSON.stringify([dayOf(createdAt), kind, runId, title, text, decision]);
  }
  if (!run) return id;
  return JSON.stringify([dayOf(createdAt), user, kind, status, run.pipeline, run.agent, title]);
}

function localDay(instant: string): string {
  return new Date(instant).toDateString();
}
