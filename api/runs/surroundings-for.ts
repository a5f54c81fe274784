import { userTermsOf } from '../../db/repositories/catalog/users.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import type { Services } from '../services.ts';

/**
 * What runs find around them on behalf of a user: what the workers have published, and what the user may do.
 * @throws {Problem} `unavailable` until a worker has said what it can do.
 */
export async function surroundingsFor(services: Pick<Services, 'catalog' | 'users'>, name: string) {
  const published = await publishedCatalog(services);
  const { plan, ...terms } = userTermsOf(await services.users.get(name), published);
  return { ...published, plan, user: { ...terms, name } };
}
