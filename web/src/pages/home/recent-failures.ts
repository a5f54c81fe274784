import type { ListedRun } from '../../../../contracts/api/index.ts';

const weekMs = 7 * 86_400_000;
const most = 5;

/**
 * What failed in the last seven days: the newest that nobody has retried, and how many were.
 * @param given.newest the newest runs, some of which retry others.
 */
export function recentFailures<Run extends Pick<ListedRun, 'id' | 'createdAt' | 'triedNode'>>(
  failed: readonly Run[],
  given: { newest: readonly Pick<ListedRun, 'retryOf' | 'triedNode'>[]; now: number },
): { open: Run[]; retried: number } {
  const retries = given.newest.filter(({ triedNode }) => triedNode === null);
  const retried = new Set(retries.map(({ retryOf }) => retryOf));
  const recent = failed.filter(
    ({ createdAt, triedNode }) => triedNode === null && given.now - Date.parse(createdAt) < weekMs,
  );
  const open = recent.filter(({ id }) => !retried.has(id));
  return {
    open: open
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
      .slice(0, most),
    retried: recent.length - open.length,
  };
}
