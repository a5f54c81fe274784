import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Catalog } from '../../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../../contracts/pipelines/validation/index.ts';
import type { Problem } from '../../../contracts/pipelines/validation/index.ts';
import { toolsByName } from '../../../contracts/tools/tools.ts';
import type { ToolSpec } from '../../../contracts/tools/tools.ts';
import type { AgentRepository } from '../../../db/repositories/agents/agents.ts';
import type { PublishedCatalog } from '../../../db/repositories/catalog/catalog.ts';
import type { PipelineRepository } from '../../../db/repositories/catalog/pipelines.ts';
import type { UserRepository } from '../../../db/repositories/catalog/users.ts';
import { ToolError } from '../../tool-kit/tool.ts';

/** What a pipeline can be made of here. */
export type Parts = {
  tools: readonly ToolSpec[];
  agents: Record<string, AgentDefinition>;
  pipelines: { name: string; title: string | null; inputs: Json }[];
};

/** What one who writes pipelines works with. */
export type Authoring = {
  parts(): Promise<Parts>;
  /** As a pipeline is checked before it is saved. */
  check(document: Json): Promise<{ problems: Problem[]; warnings: Problem[] }>;
};

export function createAuthoring(stored: {
  catalog: { get(): Promise<PublishedCatalog | undefined> };
  agents: Pick<AgentRepository, 'list'>;
  pipelines: Pick<PipelineRepository, 'list'>;
  users: Pick<UserRepository, 'groups'>;
}): Authoring {
  async function read() {
    const [published, own, pipelines] = await Promise.all([
      stored.catalog.get(),
      stored.agents.list(),
      stored.pipelines.list(),
    ]);
    if (!published) {
      throw new ToolError('No worker has said yet which tools there are. Try again in a moment.', {
        retryable: true,
      });
    }
    const ofUsers = Object.fromEntries(own.map(({ name, definition }) => [name, definition]));
    return { published, pipelines, agents: { ...ofUsers, ...published.agents } };
  }

  return {
    async parts() {
      const { published, agents, pipelines } = await read();
      return {
        tools: published.tools,
        agents,
        pipelines: pipelines.map(({ name, document }) => ({
          name,
          title: document.title ?? null,
          inputs: document.inputs,
        })),
      };
    },

    async check(document) {
      const { published, agents, pipelines } = await read();
      const catalog: Catalog = {
        tools: toolsByName(published.tools),
        toolProblems: published.toolProblems,
        agents,
        groups: await stored.users.groups(),
        pipelines: Object.fromEntries(pipelines.map((one) => [one.name, one.document])),
      };
      const { problems, warnings } = validatePipeline(document, catalog);
      return { problems, warnings };
    },
  };
}
