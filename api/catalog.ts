import type { Catalog } from '../contracts/catalog.ts';
import type { PublishedCatalog } from '../db/repositories/catalog.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';

type Sources = Pick<Services, 'catalog' | 'pipelines'>;

/**
 * What the workers can do.
 * @throws {Problem} `unavailable` until one has said so.
 */
export async function publishedCatalog({
  catalog,
}: Pick<Sources, 'catalog'>): Promise<PublishedCatalog> {
  const published = await catalog.get();
  if (published) return published;
  throw new Problem(
    'unavailable',
    'No worker has started yet, so it is not known which tools and agents there are. Start one: ' +
      '`npm start` runs one, in production `node workers/main.ts`.',
  );
}

/**
 * What a pipeline document may name: the tools and agents of the workers, and the stored pipelines.
 * @throws {Problem} `unavailable` until a worker has said what it can do.
 */
export async function currentCatalog(services: Sources): Promise<Catalog> {
  const [{ tools, agents }, pipelines] = await Promise.all([
    publishedCatalog(services),
    services.pipelines.list(),
  ]);
  return {
    tools: Object.fromEntries(tools.map((tool) => [tool.name, tool])),
    agents,
    pipelines: Object.fromEntries(pipelines.map(({ name, document }) => [name, document])),
  };
}
