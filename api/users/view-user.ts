import { switchFields } from '../../contracts/tools/switches.ts';
import type { UserView } from '../../contracts/api/index.ts';
import { isSetFor, userTermsOf } from '../../db/repositories/catalog/users.ts';
import type { UserRow } from '../../db/repositories/catalog/users.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';

/** A user as the API shows it, with what holds where nothing is set. */
export function viewUser(
  id: string,
  row: UserRow | undefined,
  published: Pick<PublishedCatalog, 'plan' | 'switches'>,
): UserView {
  const { allowedTools, deniedTools, plan, switches } = userTermsOf(row, published);
  return {
    id,
    plan,
    ...switchFields(({ name }) => switches[name] ?? false),
    allowedTools: allowedTools && [...allowedTools],
    deniedTools: [...deniedTools],
    own:
      row && isSetFor(row)
        ? {
            plan: row.plan,
            ...switchFields(({ name }) => row.switches[name] ?? null),
            allowedTools: row.allowedTools,
            deniedTools: row.deniedTools,
          }
        : null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}
