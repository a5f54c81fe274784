import type { UserView } from '../../contracts/api/index.ts';
import { nearest } from '../../contracts/base/nearest.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { ApiClient } from './api-client.ts';

type Asked = Pick<ApiClient, 'costs' | 'runs' | 'users'>;

/**
 * That a name is the name of nobody so far, and the nearest of somebody; undefined where it is known: something was set
 * for it, it has runs, or it is the one for whom all acts that names nobody.
 */
export async function newUserText(
  client: Asked,
  { id, changedAt }: Pick<UserView, 'id' | 'changedAt'>,
): Promise<string | undefined> {
  if (changedAt !== null || id === usualUser) return undefined;
  const [{ items: runs }, names] = await Promise.all([
    client.runs({ user: id, limit: 1 }),
    knownNames(client),
  ]);
  if (runs.length > 0 || names.has(id)) return undefined;
  const near = nearest(id, names);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `New user ${id}: no settings and no runs yet.${hint}`;
}

/** Those for whom something is set, and those for whom models were asked. */
async function knownNames(client: Asked): Promise<Set<string>> {
  const names = new Set<string>([usualUser]);
  let cursor: string | null | undefined;
  do {
    const page = await client.users({ limit: 200, cursor: cursor ?? undefined });
    for (const { id } of page.items) names.add(id);
    cursor = page.nextCursor;
  } while (cursor !== null);
  const { items } = await client.costs({ by: 'user', limit: 1000 });
  for (const { key } of items) if (key !== null) names.add(key);
  return names;
}
