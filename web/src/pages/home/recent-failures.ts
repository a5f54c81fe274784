import type { ListedRun } from '../../../../contracts/api/index.ts';

const weekMs = 7 * 86_400_000;
const most = 5;

/**
 * The newest failures of the last seven days that nobody has retried.
 * @param given.newest the newest runs, some of which retry others.
 */
export function recentFailures<Run extends Pick<ListedRun, 'id' | 'createdAt'>>(
  failed: readonly Run[],
  given: { newest: readonly Pick<ListedRun, 'retryOf'>[]; now: number },
): Run[] {
  const retried = new Set(given.newest.map(({ retryOf }) => retryOf));
  return failed
    .filter(({ id, createdAt }) => !retried.has(id) && given.now - Date.parse(createdAt) < weekMs)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, most);
}
