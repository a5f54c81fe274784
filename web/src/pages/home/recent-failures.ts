import type { ListedRun } from '../../../../contracts/api/index.ts';

const weekMs = 7 * 86_400_000;
const most = 5;

/**
 * The newest failures of the last seven days that nobody has retried.
 * @param given.newest the newest runs, some of which retry others.
 */
export function recentFailures<Run extends Pick<ListedRun, 'id' | 'createdAt' | 'triedNode'>>(
  failed: readonly Run[],
  given: { newest: readonly Pick<ListedRun, 'retryOf' | 'triedNode'>[]; now: number },
): Run[] {
  const retries = given.newest.filter(({ triedNode }) => triedNode === null);
  const retried = new Set(retries.map(({ retryOf }) => retryOf));
  return failed
    .filter(({ id, triedNode }) => !retried.has(id) && triedNode === null)
    .filter(({ createdAt }) => given.now - Date.parse(createdAt) < weekMs)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, most);
}
