import type { UserView } from '../../contracts/api/index.ts';
import { isSetFor, userTermsOf } from '../../db/repositories/catalog/users.ts';
import type { UserRow } from '../../db/repositories/catalog/users.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';

/** A user as the API shows it, with what holds where nothing is set. */
export function viewUser(
  id: string,
  row: UserRow | undefined,
  published: Pick<PublishedCatalog, 'plan' | 'aiTrading'>,
): UserView {
  const { allowedTools, ...terms } = userTermsOf(row, published);
  return {
    id,
    ...terms,
    allowedTools: allowedTools && [...allowedTools],
    deniedTools: [...terms.deniedTools],
    own:
      row && isSetFor(row)
        ? {
            plan: row.plan,
            aiTrading: row.aiTrading,
            allowedTools: row.allowedTools,
            deniedTools: row.deniedTools,
          }
        : null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}
