import type { KeyModelLimits } from '../../contracts/access/key-limits.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import { resolveModel } from '../catalog/model-names.ts';
import type { Services } from '../services.ts';

/**
 * The limits of a new key, with its models written out: an alias stands for the models that it has now.
 * @throws {Problem} `unknown-model`; `unavailable` for models as long as no worker has said which there are.
 */
export async function namedLimits(
  services: Pick<Services, 'catalog'>,
  limits: KeyModelLimits | undefined,
): Promise<KeyModelLimits | null> {
  if (!limits || Object.keys(limits).length === 0) return null;
  if (!limits.models) return limits;
  const { models: published } = await publishedCatalog(services);
  const models = limits.models.flatMap((name) =>
    name.endsWith(':*') ? [name] : resolveModel({ model: name }, published),
  );
  return { ...limits, models: [...new Set(models)] };
}
