import { builtInAgents } from '../../contracts/agents/index.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import { toolsByName } from '../../contracts/tools/tools.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';
import { withPinned } from './pinned-versions.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

type Sources = Pick<Services, 'agents' | 'catalog' | 'pipelines' | 'users'>;

/**
 * What the workers can do.
 * @throws {Problem} `unavailable` until one has said so.
 */
export async function publishedCatalog({
  catalog,
}: Pick<Sources, 'catalog'>): Promise<PublishedCatalog> {
  return requirePublished(await catalog.get());
}

/**
 * The models that names can mean, as the workers know them.
 * @throws {Problem} `unavailable` until a worker has said so.
 */
export async function publishedModels({ catalog }: Pick<Sources, 'catalog'>) {
  return requirePublished(await catalog.models());
}

/** @throws {Problem} `unavailable` where no worker has published anything yet. */
export function requirePublished<Published>(published: Published | undefined): Published {
  if (published) return published;
  throw new Problem(
    'unavailable',
    'No worker has started yet, so the tools, agents and models are not known. Start one: ' +
      '`npm start` runs one, in production `node workers/main.ts`.',
  );
}

/**
 * What a pipeline document may name: the tools of the workers, the agents of every source, and the stored pipelines.
 * @param documents whose pinned versions it has too.
 * @throws {Problem} `unavailable` until a worker has said what it can do.
 */
export async function currentCatalog(
  services: Sources,
  ...documents: readonly unknown[]
): Promise<Catalog> {
  const [{ published, agents }, pipelines, groups] = await Promise.all([
    currentAgents(services),
    services.pipelines.list(),
    services.users.groups(),
  ]);
  const catalog = {
    tools: toolsByName(published.tools),
    toolProblems: published.toolProblems,
    agents,
    groups,
    pipelines: Object.fromEntries(pipelines.map(({ name, document }) => [name, document])),
  };
  return withPinned(services, catalog, documents);
}

/**
 * Every agent by its name, and what the workers have published besides.
 * @throws {Problem} `unavailable` until a worker has said what it can do.
 */
export async function currentAgents(services: Pick<Services, 'agents' | 'catalog'>) {
  const [published, stored] = await Promise.all([
    publishedCatalog(services),
    services.agents.list(),
  ]);
  const own = Object.fromEntries(stored.map(({ name, definition }) => [name, definition]));
  // A user's own agent may be older than a built-in one of its name: an update replaces none.
  const older = Object.entries(own).filter(([name]) => Object.hasOwn(builtInAgents, name));
  const agents = { ...own, ...published.agents, ...Object.fromEntries(older) };
  return { published, stored, agents };
}
