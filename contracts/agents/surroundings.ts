import { modelGap } from '../model-directory.ts';
import type { ModelDirectory } from '../model-directory.ts';
import type { Plan, ToolSpec } from '../tools.ts';
import type { AgentSurroundings } from './gaps.ts';
import type { AgentDefinition } from './profile.ts';

/** What a worker publishes of what agents find around them. */
export type PublishedSurroundings = {
  tools: readonly ToolSpec[];
  plan: Plan;
  /** Null where agents may use any tool that they declare. */
  allowedTools: readonly string[] | null;
  /** The custom planners. */
  planners: readonly string[];
  /** What to do before agents can remember; null where they can. */
  memoryMissing: string | null;
  models: { chain: readonly string[] } & Partial<Pick<ModelDirectory, 'providers'>>;
};

/**
 * What agents find around them, from what a worker has published.
 * @param agents those that can be delegated to; left out where delegates have been looked at before.
 */
export function surroundingsOf(
  published: PublishedSurroundings,
  agents?: Record<string, AgentDefinition>,
): AgentSurroundings {
  const { tools, plan, allowedTools, planners, memoryMissing } = published;
  const { chain, providers } = published.models;
  return {
    defaultChain: chain,
    // A worker that has not told its providers is not known to lack one.
    modelGap: (name) => (providers ? modelGap(name, providers) : undefined),
    tools: Object.fromEntries(tools.map((tool) => [tool.name, tool])),
    terms: { plan, allowedTools: allowedTools ?? undefined },
    planners,
    memoryGap: memoryMissing ?? undefined,
    ...(agents && { agents }),
  };
}
